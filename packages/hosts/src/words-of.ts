import type { CommandQuestion, CommandWords, HostQuestion, Variables } from "./command-words.js";
import type { Host } from "./host.js";

/** The contract of a handler that names none: native policies. */
const NATIVE = "gatehouse";

/**
 * The words of commands, whichever host's they are: each handler's `contract` says whose. A command with a contract that no
 * host has fails: what it says is not read.
 *
 * @param hosts the list of hosts; of two that have one contract the first
 */
export function wordsOf(hosts: readonly Host[]): Omit<
  CommandWords,
  "finalCommand" | "exitDecides" | "inEventFolder" | "question"
> & {
  /** Whether it runs in the folder that the event names. */
  readonly runsInEventFolder: (contract: string | undefined) => boolean;
  /** Whether the exit code of a handler's command says everything. */
  readonly decidesByExit: (contract: string | undefined) => boolean;
  /** The command with values in their places, where the host of the handler shows it so. */
  readonly finalCommand: (
    handler: CommandQuestion["handler"],
    variables: Variables,
  ) => { readonly finalCommand?: string };
  /** The question whether to run it, where the host's document has one of its own. */
  readonly questionOf: (contract: string | undefined) => { readonly question?: HostQuestion };
} {
  const words = new Map<string, CommandWords>();
  for (const { commands = {} } of hosts) {
    for (const [contract, one] of Object.entries(commands))
      if (!words.has(contract)) words.set(contract, one);
  }
  const of = (contract = NATIVE): CommandWords => words.get(contract) ?? unknownWords(contract);
  return {
    variables: (question, inherited) => of(question.handler.contract).variables(question, inherited),
    workingDir: (question, inherited) => of(question.handler.contract).workingDir(question, inherited),
    interpret: (run, question) => of(question.handler.contract).interpret(run, question),
    finalCommand: ({ contract, command }, variables) => {
      const shown = of(contract).finalCommand?.(command, variables);
      return shown === undefined ? {} : { finalCommand: shown };
    },
    questionOf(contract) {
      const { question } = of(contract);
      return question === undefined ? {} : { question };
    },
    runsInEventFolder: (contract) => of(contract).inEventFolder === true,
    decidesByExit: (contract) => of(contract).exitDecides === true,
  };
}

function unknownWords(contract: string): CommandWords {
  return {
    variables: () => ({}),
    workingDir: ({ handler }) => handler.workingDir ?? ".",
    interpret: () => ({
      kind: "failure",
      code: "unknown-contract",
      message: `no host reads the words of the contract \`${contract.slice(0, 80)}\``,
    }),
  };
}
