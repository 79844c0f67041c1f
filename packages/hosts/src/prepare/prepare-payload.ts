import { type EventKind, readEvent, type Event } from "@gatehouse-hooks/engine";
import {
  isRecord,
  type Issue,
  type JsonObject,
  type JsonValue,
  parseJsonObject,
  sealJsonObject,
} from "@gatehouse-hooks/json";
import type { HostEvent, HostTool, ToolKind } from "../host-tables.js";
import { cite } from "../text/cite.js";
import { canonicalParams } from "./canonical-params.js";

/** What preparing needs of a host. */
export interface Preparation {
  /** The host's name: the field `host` of its events. */
  readonly host: string;
  /** The fields that may hold the event's name, the first that is there. */
  readonly nameKeys: readonly string[];
  readonly events: readonly HostEvent[];
  readonly tools: readonly HostTool[];
  readonly sessionKeys: readonly string[];
  /** The event's name, where it is not simply in a field. */
  readonly nameOf?: (payload: JsonObject) => string | undefined;
  /** The tool call of an event that does not have it in its row's fields; a string: what is wrong with it. */
  readonly callOf?: (name: string, payload: JsonObject) => Call | string | undefined;
  /** The fields with which an event in no table is a tool call: it is decided as one that has not happened. */
  readonly toolKeys?: { readonly name: string; readonly input: string };
  /** Fields of the event that are not simply in a field of the payload. */
  readonly also?: (name: string, payload: JsonObject) => JsonObject;
  /** Beside `cwd`: where the payload says which directory it is about. */
  readonly cwdKeys?: readonly string[];
  /** Where the payload says which agent calls. Default: `agent_id` and `agent_type`. */
  readonly agentKeys?: {
    /** Of a subagent: what it is called in the session. */
    readonly id?: readonly string[];
    /** Which one of those that there are it is. */
    readonly kind?: readonly string[];
    /** The session of the agent that has started it: its own session is then the subagent. */
    readonly parentSession?: readonly string[];
  };
}

/** The fields of a payload that say who calls. */
type AgentKeys = NonNullable<Preparation["agentKeys"]>;

const AGENT_KEYS: AgentKeys = { id: ["agent_id"], kind: ["agent_type"] };
/** Where payloads have the id of a call, the same before and after it. */
const CALL_ID_KEYS = ["tool_use_id", "tool_call_id", "toolCallId"];

/** A tool call: the tool's own name, its own arguments. */
export interface Call {
  readonly name: string;
  readonly input: JsonObject;
  /** Where the host's table of tools does not say it. */
  readonly kind?: ToolKind;
  /** Canonical parameters that are not simply among the arguments. */
  readonly params?: JsonObject;
}

/**
 * Turns a host's payload into a canonical event (engine SPEC, "Canonical events"): `event` is the canonical kind where the host's event
 * is one, else its own name; `toolName` and `tool.name` are the host's own; `params` are its arguments with the canonical ones
 * beside them; `raw` is the payload as it came.
 *
 * An event that is in no table and carries a tool call is a `before_tool_call`: a newer agent's hook is not an open door. One
 * without a call keeps its name. Both have a notice.
 *
 * A payload that is not a JSON object, has no event name, or is a tool call without a name gives an issue.
 */
export function preparePayload(payload: unknown, host: Preparation): Prepared {
  const sealed = sealJsonObject(payload, { loneSurrogates: "refuse" });
  if (sealed.issue !== undefined) return { kind: "refused", issue: sealed.issue };
  const raw = sealed.value;
  const name = eventNameOf(raw, host);
  if (name === undefined)
    return refuse(`expected the event's name in ${host.nameKeys.map((key) => `\`${key}\``).join(" or ")}`);
  const row = host.events.find((one) => one.name === name);
  const newer = row === undefined && host.toolKeys !== undefined;
  const call = callIn(name, raw, host);
  if (typeof call === "string") return refuse(call);
  const session = firstString(raw, host.sessionKeys);
  const cwd = firstString(raw, ["cwd", ...(host.cwdKeys ?? [])]);
  const prepared = {
    event: row?.canonical ?? (newer && call !== undefined ? "before_tool_call" : name),
    host: host.host,
    ...(call === undefined ? {} : toolFields(call, host.tools)),
    ...copied(raw, ["prompt", "message", "timestamp"]),
    ...(row?.result === undefined ? {} : resultOf(raw[row.result])),
    ...failureOf(row, raw),
    ...callIdOf(call, firstString(raw, CALL_ID_KEYS)),
    ...whoCalls(raw, host.agentKeys, session),
    ...(cwd === undefined ? {} : { cwd }),
    ...host.also?.(name, raw),
    raw,
  };
  const read = readEvent(prepared);
  if (read.kind !== "event") return { kind: "refused", issue: read.issue };
  return newer ? { ...read, notice: unknownEvent(name, host.host, call !== undefined) } : read;
}

function unknownEvent(name: string, host: string, calls: boolean): Issue {
  const what = calls ? "it carries a tool call and is decided as `before_tool_call`" : "nothing is answered";
  return {
    severity: "warning",
    code: "unknown-event",
    message: `no table of ${host} has the event ${cite(name)}; ${what}`,
    cure: "update gatehouse, or remove the hook for this event",
  };
}

/** The agent's own name of the event of a payload. */
export function eventNameOf(payload: JsonObject, { nameOf, nameKeys }: Preparation): string | undefined {
  return nameOf === undefined ? firstString(payload, nameKeys) : nameOf(payload);
}

/**
 * The tool call of a payload, in the agent's own words.
 *
 * @param name what `eventNameOf` gave
 * @returns undefined where the event is not about one; a string: what is wrong with it
 */
export function callIn(name: string, payload: JsonObject, host: Preparation): Call | string | undefined {
  const found = host.callOf?.(name, payload);
  if (found !== undefined) return found;
  const row = host.events.find((one) => one.name === name);
  if (row !== undefined) return ownCallOf(row.tool, payload);
  const { toolKeys } = host;
  return toolKeys !== undefined && Object.hasOwn(payload, toolKeys.name)
    ? ownCallOf(toolKeys, payload)
    : undefined;
}

/** The call in two fields of a payload. */
function ownCallOf(keys: EventKind["tool"], raw: JsonObject): Call | string | undefined {
  if (keys === undefined) return undefined;
  const { name: nameKey, input: inputKey } = keys;
  const name = own(raw, nameKey);
  if (typeof name !== "string" || name === "") return `expected \`${nameKey}\` to be the tool's name`;
  const given = own(raw, inputKey);
  if (given === undefined || given === null) return { name, input: {} };
  const input = typeof given === "string" ? parseJsonObject(given).value : given;
  if (!isRecord(input)) return `expected \`${inputKey}\` to be an object`;
  return { name, input };
}

function toolFields({ name, input, kind, params: derived }: Call, tools: readonly HostTool[]): JsonObject {
  const tool = tools.find((one) => one.name === name);
  const { kind: known, params } = canonicalParams(name, input, tool);
  return {
    tool: { kind: kind ?? known, name },
    toolName: name,
    params: derived === undefined ? params : { ...params, ...derived },
  };
}

function resultOf(result: JsonValue | undefined): JsonObject {
  return result === undefined || result === null ? {} : { result };
}

/** `error` of a call that has failed, where the agent tells it: what it says of it. */
function failureOf(row: HostEvent | undefined, raw: JsonObject): JsonObject {
  if (row?.failure === undefined) return {};
  const said = row.failure.reduce<JsonValue | undefined>(
    (value, key) => (isRecord(value) ? own(value, key) : undefined),
    raw,
  );
  if (typeof said === "string" && said !== "") return { error: said };
  const failed =
    row.part?.failed === true || (said !== undefined && said !== null && said !== false && said !== "");
  return failed ? { error: errorText(said) } : {};
}

function callIdOf(call: Call | undefined, id: string | undefined): JsonObject {
  return call === undefined || id === undefined || id === "" ? {} : { toolCallId: id };
}

/** The session and who calls in it, as far as the agent tells it. */
function whoCalls(raw: JsonObject, keys: AgentKeys = AGENT_KEYS, session?: string): JsonObject {
  return { ...agentOf(raw, keys, session), ...(session === undefined ? {} : { sessionKey: session }) };
}

function agentOf(raw: JsonObject, { id, kind, parentSession }: AgentKeys, session = ""): JsonObject {
  const parent = firstString(raw, parentSession ?? []) ?? "";
  const found: readonly (readonly [string, string])[] = [
    ["id", parent === "" ? (firstString(raw, id ?? []) ?? "") : session],
    ["kind", firstString(raw, kind ?? []) ?? ""],
    ["parent", parent],
  ];
  const told = found.filter(([, value]) => value !== "");
  return told.length === 0 ? {} : { agent: Object.fromEntries(told) };
}

function errorText(said: JsonValue | undefined): string {
  const message = isRecord(said) ? own(said, "message") : undefined;
  return typeof message === "string" && message !== "" ? message : "the call failed";
}

function copied(raw: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = own(raw, key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

function firstString(raw: JsonObject, keys: readonly string[]): string | undefined {
  return keys.map((key) => own(raw, key)).find((value) => typeof value === "string");
}

function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function refuse(message: string): Prepared {
  const issue: Issue = { severity: "error", code: "malformed-event", message };
  return { kind: "refused", issue };
}

/** A host's payload as a canonical event, or why it cannot be one: the host then stops what it was about to do. */
export type Prepared =
  | {
      readonly kind: "event";
      readonly event: Event;
      /** What is odd about it, to be said once: the agent is newer than its tables. */
      readonly notice?: Issue;
    }
  | { readonly kind: "refused"; readonly issue: Issue };
