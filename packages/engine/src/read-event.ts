import {
  isSealed,
  type Issue,
  type JsonObject,
  sealJsonObject,
  type SealOptions,
} from "@gatehouse-hooks/json";
import type { Event } from "./event.js";
import type { SealedEvent } from "./facts/deriving.js";

/** An event read at the boundary, or why it was refused. */
export type ReadEvent =
  | { readonly kind: "event"; readonly event: Event }
  | { readonly kind: "refused"; readonly issue: Issue };

/** The longest event name, in UTF-16 code units. */
const MAX_EVENT_NAME = 200;

/**
 * Checks and copies a value that claims to be an event. Everything that the engine decides on comes through here:
 * own data properties only, no accessors, no cycles, bounded in depth and size (SPEC, "Events").
 *
 * @param value what the host passes in, of any type
 * @param options `isProxy` tells proxies apart where the platform can (`util.types.isProxy` of Node): they are refused
 *   then; without it their answers are copied once
 */
export function readEvent(value: unknown, options: Pick<SealOptions, "isProxy"> = {}): ReadEvent {
  const sealed = sealJsonObject(value, options);
  if (sealed.issue !== undefined) return { kind: "refused", issue: sealed.issue };
  const event = sealed.value;
  if (!isNamed(event)) {
    return refuseEvent(
      "missing-event-name",
      `an event needs the key \`event\` with a name of 1 to ${MAX_EVENT_NAME} characters`,
    );
  }
  return { kind: "event", event };
}

/** The event sealed; null for what is not one. */
export function sealedEvent(given: Event): SealedEvent | null {
  if (isSealed(given)) return given;
  const read = readEvent(given);
  return read.kind === "event" && isSealed(read.event) ? read.event : null;
}

function isNamed(event: JsonObject): event is Event {
  const name = event["event"];
  return typeof name === "string" && name !== "" && name.length <= MAX_EVENT_NAME;
}

function refuseEvent(code: string, message: string): ReadEvent {
  return {
    kind: "refused",
    issue: {
      severity: "error",
      code,
      message,
      cure: 'for example { "event": "before_tool_call", "toolName": "exec" }',
    },
  };
}
