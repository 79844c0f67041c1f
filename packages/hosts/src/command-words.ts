import type { CommandHandler, Event, Verdict } from "@gatehouse-hooks/engine";

/** Variables by name, own properties only; `undefined` takes one away. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What of a need of a command its host looks at. */
export interface CommandQuestion {
  readonly handler: CommandHandler;
  readonly event: Event;
}

/** How a command ended. */
export interface EndedRun {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A question to a person, as a document writes it. */
export interface HostQuestion {
  /** For example `Run? (y/n)`. */
  readonly text: string;
  /** In lower case. Everything else declines. */
  readonly yes: string;
}

/** How the hook commands of one host are told of an event, and how what they say is read. Pure. */
export interface CommandWords {
  /** Variables of one run beside those that the command inherits. */
  readonly variables: (question: CommandQuestion, inherited: Variables) => Variables;
  /** Where it runs; relative to the directory of commands. */
  readonly workingDir: (question: CommandQuestion, inherited: Variables) => string;
  /** The verdict of a run that ended by itself. */
  readonly interpret: (run: EndedRun, question: CommandQuestion) => Verdict;
  /** It runs in the folder that the event names, where that is one of the project. */
  readonly inEventFolder?: true;
  /** The exit code says everything: output beside 0 is not read, however long it is. */
  readonly exitDecides?: true;
  /** The command with the values of the event in their places, for people. */
  readonly finalCommand?: (command: string, variables: Variables) => string;
  /** The variables of a command that stay without a value when another agent's call is what it is asked about. */
  readonly unfilled?: (command: string) => readonly string[];
  /** The question whether to run it, and the answer that does, in the words of the host's own document. */
  readonly question?: HostQuestion;
}
