import { type EventKind, readEvent } from "@gatehouse-hooks/engine";
import {
  type Issue,
  type JsonObject,
  type JsonValue,
  parseJsonObject,
  sealJsonObject,
} from "@gatehouse-hooks/json";
import type { HostEvent, HostTool, ToolKind } from "../host-tables.js";
import { canonicalParams } from "./canonical-params.js";
import type { Prepared } from "./prepared.js";

/** What preparing needs of a host. */
export interface Preparation {
  /** The host's name: the field `host` of its events. */
  readonly host: string;
  /** The fields that may hold the event's name, the first that is there. */
  readonly nameKeys: readonly string[];
  readonly events: readonly HostEvent[];
  readonly tools: readonly HostTool[];
  readonly sessionKeys: readonly string[];
  /** An event without a tool's name that is a tool call all the same. */
  readonly callOf?: (name: string, payload: JsonObject) => Call | undefined;
  /** Beside `cwd`: where the payload says which directory it is about. */
  readonly cwdKeys?: readonly string[];
}

/** A tool call: the tool's own name, its own arguments. */
export interface Call {
  readonly name: string;
  readonly input: JsonObject;
  /** Where the host's table of tools does not say it. */
  readonly kind?: ToolKind;
}

/**
 * Turns a host's payload into a canonical event (engine SPEC, "Canonical events"): `event` is the canonical kind where the host's event
 * is one, else its own name; `toolName` and `tool.name` are the host's own; `params` are its arguments with the canonical ones
 * beside them; `raw` is the payload as it came.
 *
 * A payload that is not a JSON object, has no event name, or is a tool call without a name gives an issue.
 */
export function preparePayload(payload: unknown, host: Preparation): Prepared {
  const sealed = sealJsonObject(payload, { loneSurrogates: "refuse" });
  if (sealed.issue !== undefined) return { kind: "refused", issue: sealed.issue };
  const raw = sealed.value;
  const name = firstString(raw, host.nameKeys);
  if (name === undefined)
    return refuse(`expected the event's name in ${host.nameKeys.map((key) => `\`${key}\``).join(" or ")}`);
  const row = host.events.find((one) => one.name === name);
  const call = host.callOf?.(name, raw) ?? callOf(row, raw);
  if (typeof call === "string") return refuse(call);
  const session = firstString(raw, host.sessionKeys);
  const cwd = firstString(raw, ["cwd", ...(host.cwdKeys ?? [])]);
  const prepared = {
    event: row?.canonical ?? name,
    host: host.host,
    ...(call === undefined ? {} : toolFields(call, host.tools)),
    ...copied(raw, ["prompt", "message", "workspace", "home", "timestamp", "platform"]),
    ...(session === undefined ? {} : { sessionKey: session }),
    ...(cwd === undefined ? {} : { cwd }),
    raw,
  };
  const read = readEvent(prepared);
  return read.kind === "event" ? read : { kind: "refused", issue: read.issue };
}

/** The call of an event about a tool; a string: what is wrong with it. */
function callOf(row: Pick<EventKind, "tool"> | undefined, raw: JsonObject): Call | string | undefined {
  if (row?.tool === undefined) return undefined;
  const { name: nameKey, input: inputKey } = row.tool;
  const name = own(raw, nameKey);
  if (typeof name !== "string" || name === "") return `expected \`${nameKey}\` to be the tool's name`;
  const given = own(raw, inputKey);
  if (given === undefined || given === null) return { name, input: {} };
  const input = typeof given === "string" ? parseJsonObject(given).value : given;
  if (typeof input !== "object" || input === null || Array.isArray(input))
    return `expected \`${inputKey}\` to be an object`;
  return { name, input: input as JsonObject };
}

function toolFields({ name, input, kind }: Call, tools: readonly HostTool[]): JsonObject {
  const tool = tools.find((one) => one.name === name);
  const { kind: known, params } = canonicalParams(name, input, tool);
  return { tool: { kind: kind ?? known, name }, toolName: name, params };
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
