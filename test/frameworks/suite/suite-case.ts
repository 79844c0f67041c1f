import type { Gatehouse, GatehouseOptions, GateOptions, PoliciesFrom } from "@gatehouse-hooks/core";

/** A call as a model makes it. */
export interface ModelCall {
  readonly tool: string;
  /** A string is the JSON that the model wrote, also where it is none. */
  readonly args: unknown;
  /** The number of the call. Default: one of its own. */
  readonly id?: string;
  /** More fields of the call, beside those that it has. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** The calls of each answer of the model: those of one answer are made at once. */
export type Turns = readonly (readonly ModelCall[])[];

/** What a tool does with its input. A generator yields preliminary results where the framework has them. */
export type Body = (input: Record<string, unknown>) => unknown;

/** An agent of a framework: its model makes the calls, answer by answer, and then says that it is done. */
export interface AgentRun {
  readonly gatehouse: Gatehouse;
  readonly options: GateOptions;
  readonly tools: Readonly<Record<string, Body>>;
  readonly turns: Turns;
  /** A person, who is shown a call. */
  readonly answer: (tool: string, params: Readonly<Record<string, unknown>>) => Promise<boolean>;
  /** Told the arguments of a call as an object that the framework, or the model, still has in its hands. */
  readonly live: (input: object) => void;
  /** Changes what is kept while a person thinks, as text. */
  readonly tamper?: ((kept: string) => string) | undefined;
  /** What was kept, and answered, is used twice. */
  readonly replays?: boolean | undefined;
  readonly signal: AbortSignal;
}

/**
 * Runs an agent of one framework, with all tools gated by `gate`.
 *
 * @returns what the model was told last, the whole conversation
 */
export type Driver = (run: AgentRun) => Promise<string>;

/** What a case can do while it runs. */
export interface SuiteContext {
  readonly gatehouse: Gatehouse;
  /** Aborts the run. */
  readonly stop: () => void;
  /** The arguments of calls, as the framework has them in its hands. */
  readonly live: readonly object[];
  /** What was decided on, as a policy saw it. */
  readonly decided: unknown[];
  /** Another agent of the same framework, tools and policies. */
  readonly delegate: (turns: Turns) => Promise<string>;
}

/** What must hold in every framework. */
export interface SuiteCase {
  /** What it is about: a class of findings. */
  readonly class: string;
  readonly name: string;
  /** Default: `POLICIES`. */
  readonly policies?: (context: SuiteContext) => PoliciesFrom | readonly PoliciesFrom[];
  readonly gatehouse?: Partial<GatehouseOptions>;
  /** Beside `kinds` of the tools, and `ask` where the framework does not pause. */
  readonly options?: GateOptions;
  /** Default: `bash` and `pay`, which say what they were given. */
  readonly tools?: Readonly<Record<string, (context: SuiteContext) => Body>>;
  readonly turns: Turns;
  /** What a person is shown, a part of its JSON, and says; what is not here must not be asked about. */
  readonly answers?: readonly (readonly [shown: string, yes: boolean])[];
  /** A framework may ask by itself, and gets a yes: it must not help. */
  readonly mayAsk?: boolean;
  /** Before the person answers. */
  readonly meanwhile?: (context: SuiteContext) => unknown;
  readonly tamper?: (kept: string) => string;
  readonly replays?: boolean;
  /** Each tool that ran, with what it was given. */
  readonly ran: readonly (readonly [tool: string, input: unknown])[];
  /** In place of that: one tool ran, with what was decided on last. */
  readonly runsAsDecided?: boolean;
  /** A call that does not run at all is right, too: where the framework stops it earlier. */
  readonly mayNot?: boolean;
  /** The framework may fail the run, in place of telling the model. */
  readonly fails?: boolean;
  readonly told?: RegExp;
  readonly untold?: RegExp;
  /** The model was told this, at least so often. */
  readonly often?: readonly [text: string, times: number];
  /** The agent cannot be made: the error names the cure. */
  readonly refused?: RegExp;
  /** Notices of the gatehouse, in any order; absent: not looked at. */
  readonly notices?: RegExp;
}
