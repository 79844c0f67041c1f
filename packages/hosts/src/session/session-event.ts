import { isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import type { Host } from "../host.js";
import type { ToolKind } from "../host-tables.js";
import type { WaitingCall } from "./call-queue.js";
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

/** What a session file says of a call. */
interface FiledCall {
  readonly id: string;
  readonly session: string;
  readonly parent?: string;
  readonly subagent?: string;
  readonly cwd: string | null;
  readonly at: number | null;
  readonly tool: string;
  /** As the file has them. */
  readonly params: JsonValue | undefined;
}

/**
 * The call, with the event that a hook would have got.
 *
 * @param more what this agent's payload has besides
 */
export function filedCall(
  host: Pick<Host, "prepare" | "name">,
  call: FiledCall,
  more: JsonObject = {},
): WaitingCall {
  const { session, cwd, tool } = call;
  const params = isRecord(call.params) ? call.params : {};
  const payload = {
    hook_event_name: "PreToolUse",
    session_id: session,
    ...(cwd === null ? {} : { cwd }),
    tool_name: tool,
    tool_input: params,
    ...more,
  };
  const { event, kind, lost } = sessionEvent(host, payload, tool);
  const unread = isRecord(call.params) ? lost : [...lost, "params" as const];
  return { draft: { ...call, agent: host.name, kind, params, lost: unread, event } };
}
