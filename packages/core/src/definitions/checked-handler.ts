import type { Failure, Verdict, Answer } from "@gatehouse-hooks/engine";
import type { ToolKind } from "@gatehouse-hooks/hosts";
import { isRecord } from "@gatehouse-hooks/json";
import type { HandlerContext, HandlerFunction } from "@gatehouse-hooks/runtime/portable";
import type { EventName, KindEvent } from "../events/event-input.js";
import { isToolKind, missingParameter } from "../events/tool-kinds.js";

/** A function of an event whose type was promised. */
type DecideFunction = (
  event: KindEvent<EventName, ToolKind>,
  context: HandlerContext,
) => HandlerVerdict | Promise<HandlerVerdict>;

/**
 * The handler that calls a function with what its type promises, and nothing else: events are untrusted, and may lack anything.
 *
 * @param kinds of tools; empty: any
 * @param events names; empty: any
 */
export function checkedHandler(
  decide: DecideFunction,
  kinds: readonly ToolKind[],
  events: readonly string[] = [],
): HandlerFunction<"function"> {
  return async ({ event }, context): Promise<Verdict> => {
    if (events.length > 0 && !events.includes(event.event))
      return malformed(`the function is for ${events.join(", ")}, not for \`${event.event}\``);
    if (kinds.length > 0) {
      const tool = event["tool"];
      const kind = isRecord(tool) ? tool["kind"] : undefined;
      if (!isToolKind(kind) || !kinds.includes(kind))
        return malformed(`the function is for tools of the kind ${kinds.join(", ")}`);
      const missing = missingParameter(kind, event["params"]);
      if (missing !== undefined)
        return malformed(
          `the call has no string \`params.${missing}\`, which a tool of the kind ${kind} has`,
        );
    }
    return verdictOf(await decide(event as unknown as KindEvent<EventName, ToolKind>, context));
  };
}

function malformed(message: string): Failure {
  return { kind: "failure", code: "malformed-event", message };
}

/** What a function answers: a verdict, or its kind alone. */
export type HandlerVerdict =
  | "approve"
  | "allow"
  | (Omit<Answer, "source" | "ms" | "usage" | "reason"> & { readonly reason?: string });

/** The verdict that is meant. What is not one becomes a failure here, or where it is read. */
function verdictOf(answered: HandlerVerdict): Verdict {
  // Callers without types may answer nothing.
  if (typeof answered !== "string" && !isRecord(answered))
    return { kind: "failure", code: "bad-verdict", message: "the function answered no verdict" };
  const verdict = typeof answered === "string" ? { kind: answered } : answered;
  return { ...verdict, reason: verdict.reason ?? "" };
}
