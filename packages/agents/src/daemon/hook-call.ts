import type { ProcessWord } from "@gatehouse-hooks/local/places";

/** What a call names its parent in a trace by, as W3C Trace Context has it: a header, or a part of the query. */
export const PARENT = "traceparent";

/** What the process that an agent started has to print, and how it ends. */
export interface HookPrinted {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** One call of an agent's hook. */
export interface HookCall extends ProcessWord {
  /** The name of the agent whose hook it is, as configured. */
  readonly agent: string;
  /** The bytes of the payload, as the agent sent them. */
  readonly payload: Uint8Array;
  /** The process of the agent, or one that it has started for the hook; 0: not told. */
  readonly caller: number;
  /** The `traceparent` of the agent, which the decision's span is below. */
  readonly parent?: string | undefined;
}
