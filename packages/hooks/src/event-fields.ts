import { isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";

/** The names under which events of different agents carry the same thing, the first present one counts. */
const names = {
  session: ["sessionKey", "session_id"],
  toolName: ["toolName", "tool_name"],
  toolInput: ["params", "tool_input"],
  mode: ["permissionMode", "permission_mode"],
  agentType: ["agentType", "agent_type"],
  agentId: ["agentId", "agent_id"],
} as const;

/** What `eventText` reads: each has another key in the events of another agent. */
export type EventTextField = "session" | "toolName" | "mode" | "agentType" | "agentId";

/**
 * A string of the event; `undefined` when it is missing or not a string. What a canonical event has only in the payload that it was
 * made of (`raw`) is read there.
 */
export function eventText(event: JsonObject, field: EventTextField): string | undefined {
  return inPayload(event, ...names[field]);
}

/** A string at one of the keys of the event, else of the payload that it was made of. */
export function inPayload(event: JsonObject, ...keys: readonly string[]): string | undefined {
  const value = first(event, keys);
  if (value !== undefined) return typeof value === "string" ? value : undefined;
  const raw = Object.hasOwn(event, "raw") ? event["raw"] : undefined;
  return isRecord(raw) ? textIn(raw, ...keys) : undefined;
}

/** Whether the event, else the payload that it was made of, has `true` at the key. */
export function isSaidTrue(event: JsonObject, key: string): boolean {
  const raw = Object.hasOwn(event, "raw") ? event["raw"] : undefined;
  const holder = Object.hasOwn(event, key) || !isRecord(raw) ? event : raw;
  return Object.hasOwn(holder, key) && holder[key] === true;
}

/** Whether a canonical event says that its tool is of the kind. */
export function isKind(event: JsonObject, kind: string): boolean {
  const tool = Object.hasOwn(event, "tool") ? event["tool"] : undefined;
  return isRecord(tool) && Object.hasOwn(tool, "kind") && tool["kind"] === kind;
}

/** The input of the tool that the event is about; empty for other events. */
export function toolInput(event: JsonObject): JsonObject {
  const value = first(event, names.toolInput);
  return isRecord(value) ? value : {};
}

/** A string of the tool's input. */
export function inputText(event: JsonObject, key: string): string | undefined {
  return textIn(toolInput(event), key);
}

/** The text at one of the keys of an object, its own. */
export function textIn(object: JsonObject, ...keys: readonly string[]): string | undefined {
  const value = first(object, keys);
  return typeof value === "string" ? value : undefined;
}

/** The path of the file that a tool's input names. */
export function fileOf(input: JsonObject): string | undefined {
  return textIn(input, "file_path", "notebook_path", "path");
}

function first(object: JsonObject, keys: readonly string[]): JsonValue | undefined {
  const key = keys.find((name) => Object.hasOwn(object, name));
  return key === undefined ? undefined : object[key];
}
