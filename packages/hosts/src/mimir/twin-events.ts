import type { Event } from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import type { HostEvent } from "../host-tables.js";
import { isOfPart } from "../names/event-part.js";
import { canonicalParams } from "../prepare/canonical-params.js";
import { HOST_TOOLS } from "../vocabulary.js";
import { EVENTS } from "./events.table.js";
import { resultFields } from "./result-fields.js";
import { toolArguments } from "./tool-arguments.js";
import { twinOf } from "./twin-names.js";

/** Files of one call about which hooks are asked one by one; of more, the last event has no path, and is refused. */
const MAX_FILES = 100;

/**
 * The events of Mimir that an event of any agent is, too.
 *
 * @param project the root of the project, where it is known
 */
export function twinEvents(event: Event, project?: string): readonly JsonObject[] {
  const rows = EVENTS.filter(
    (row) =>
      twinOf(row).includes(event.event) &&
      (row.part === undefined || isOfPart(event, { name: row.name, part: row.part }, HOST_TOOLS)),
  );
  if (rows.length === 0) return [];
  const common = commonFields(event, project);
  // Before a call, what is about any tool comes first; after it, last.
  const ordered = event.event === "after_tool_call" ? rows.toReversed() : rows;
  return ordered.flatMap((row) => twinsOf(row, event).map((own) => ({ ...common, ...own, event: row.name })));
}

/** What is particular to the events of one row: several where a call is about several files. */
function twinsOf({ words = {} }: HostEvent, event: Event): readonly JsonObject[] {
  const { path, paths, command } = paramsOf(event);
  if (words["bash_command"] !== undefined) {
    // What has no command at all runs none: it reads what another one has written.
    if (command === undefined || command === null) return [];
    return [{ bash_command: isTexts(command) ? command.join(" ") : command }];
  }
  if (words["file_path"] === undefined) return [{}];
  const several: readonly JsonValue[] = isTexts(paths) ? paths : [];
  const one: readonly JsonValue[] = typeof path === "string" ? [path] : [];
  const files = [...new Set([...several, ...one])];
  if (files.length === 0) return [{}];
  const asked = files.slice(0, MAX_FILES).map((file): JsonObject => ({ file_path: file }));
  return files.length > MAX_FILES ? [...asked, {}] : asked;
}

function paramsOf(event: Event): JsonObject {
  const { toolName, params } = event;
  if (!isRecord(params)) return {};
  const tool = HOST_TOOLS.find(({ name }) => name === toolName);
  // An event that no host has prepared has the agent's own arguments.
  const read = canonicalParams(typeof toolName === "string" ? toolName : "", params, tool).params;
  return { ...read, ...params };
}

/** What all events carry, as far as the agent says it. */
function commonFields(event: Event, project: string | undefined): JsonObject {
  const raw = isRecord(event["raw"]) ? event["raw"] : {};
  const said = (...values: readonly (JsonValue | undefined)[]): JsonValue | undefined =>
    values.find((value) => value !== undefined && value !== null);
  const fields: Readonly<Record<string, JsonValue | undefined>> = {
    working_dir: said(event["cwd"], event["workspace"], project),
    project_dir: said(project, event["workspace"]),
    task_description: said(event["prompt"]),
    conversation_id: said(event["sessionKey"]),
    agent_id: said(event["agentId"], raw["agent_id"]),
    agent_role: said(raw["agent_type"], raw["subagent_type"]),
    agent_model: said(event["model"], raw["model"]),
    duration: said(event["durationMs"], raw["duration_ms"]),
    tool_name: event["toolName"],
    tool_args: toolArguments(event),
    error_message: errorMessage(event),
    ...(event.event === "agent_stop" && { agent_status: "completed" }),
    ...(event.event === "after_tool_call" && resultFields(event)),
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

function isTexts(value: JsonValue | undefined): value is readonly string[] & JsonValue {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** Where payloads say what went wrong, and in an event of a bus, its properties. */
const ERRORS = ["error", "error_message", "message", "notification_message"];

/** What went wrong, in words; undefined where the agent does not say. */
function errorMessage(event: Event): JsonValue | undefined {
  const raw = isRecord(event["raw"]) ? event["raw"] : {};
  const input = isRecord(raw["input"]) ? raw["input"] : {};
  const properties = isRecord(input["properties"]) ? input["properties"] : {};
  return wordsOf(event["error"] ?? firstOf(raw) ?? firstOf(properties));
}

function firstOf(object: JsonObject): JsonValue | undefined {
  const key = ERRORS.find((one) => Object.hasOwn(object, one) && object[one] !== null);
  return key === undefined ? undefined : object[key];
}

/** An error is its message, or an object that has it, itself or in its data. */
function wordsOf(error: JsonValue | undefined): JsonValue | undefined {
  if (!isRecord(error)) return error;
  const { message, data } = error;
  return message ?? (isRecord(data) ? data["message"] : undefined);
}
