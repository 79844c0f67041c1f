import type { Answer, Event, Verdict } from "@gatehouse-hooks/engine";

/** The input of a builtin. */
export interface BuiltinCall {
  readonly event: Event;
  /** As the policy gives them. */
  readonly args: readonly string[];
  /** The event's `cwd`, or the one of the options; empty without either. */
  readonly cwd: string;
  /** The variables that programs which it runs inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A function that comes with the runtime. What it cannot find out it leaves out. */
export type Builtin = (call: BuiltinCall) => Verdict | Promise<Verdict>;

/** No opinion, and nothing to add. */
export const NOTHING: Answer = { kind: "approve", reason: "" };

/** No opinion, but something that the model should know; empty strings are left out. */
export function contextOf(...texts: readonly string[]): Answer {
  const context = texts.filter((text) => text !== "");
  return context.length === 0 ? NOTHING : { ...NOTHING, context };
}
