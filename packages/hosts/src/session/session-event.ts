import { isRecord, type JsonObject } from "@gatehouse-hooks/json";
import type { Host } from "../host.js";
import type { ToolKind } from "../host-tables.js";
import type { LostField } from "./session-call.js";

/** The event of a call, and what of it is not as it was. */
export interface SessionEvent {
  readonly event: JsonObject;
  readonly kind: ToolKind;
  readonly lost: readonly LostField[];
}

/**
 * The canonical event of a call, from the payload that the agent's hook would have got.
 *
 * @param tool for the event of a call that the host's tables refuse: live it would not be decided at all
 */
export function sessionEvent(
  { prepare, name }: Pick<Host, "prepare" | "name">,
  payload: JsonObject,
  tool: string,
): SessionEvent {
  const prepared = prepare(payload);
  if (prepared.kind === "event") {
    const { event } = prepared;
    const told = Object.hasOwn(event, "tool") ? event["tool"] : undefined;
    const kind = isRecord(told) ? told["kind"] : undefined;
    return { event, kind: typeof kind === "string" ? (kind as ToolKind) : "other", lost: [] };
  }
  const event = {
    event: "before_tool_call",
    host: name,
    tool: { kind: "other", name: tool },
    toolName: tool,
    params: {},
  };
  return { event, kind: "other", lost: ["event"] };
}
