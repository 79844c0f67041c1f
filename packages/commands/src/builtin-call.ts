import type { Answer, Event, Verdict } from "@gatehouse-hooks/engine";

const BREAKS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A name from the file system within a list: characters that would begin a new line, or hide, are written as their numbers. */
export function nameInList(name: string): string {
  return name.replace(BREAKS, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ""}}`);
}

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
export const NO_OPINION: Answer = { kind: "approve", reason: "" };

/** No opinion, but something that the model should know; empty strings are left out. */
export function contextAnswer(...texts: readonly string[]): Answer {
  const context = texts.filter((text) => text !== "");
  return context.length === 0 ? NO_OPINION : { ...NO_OPINION, context };
}

/**
 * What a hook reads on standard input (document 004, "Hook Input"): the event as JSON, its name as `hook_event_name`, and
 * the working directory as `cwd` where the event has none. No line break at the end.
 */
export function hookInput(event: Event, cwd: string): string {
  const { event: name, ...fields } = event;
  const fill = typeof fields["cwd"] === "string" && fields["cwd"] !== "" ? {} : { cwd };
  return JSON.stringify({ ...fields, ...fill, hook_event_name: name });
}
