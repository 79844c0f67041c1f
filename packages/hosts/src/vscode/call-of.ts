import {
  isList,
  isRecord,
  type JsonObject,
  type JsonValue,
  own,
  parseJsonObject,
} from "@gatehouse-hooks/json";
import { callWithPatch } from "../prepare/patch-paths.js";
import type { Call } from "../prepare/prepare-payload.js";

/** The most files of one call that are named. */
const MAX_PATHS = 10_000;

/** The calls whose parameters are not simply in their arguments, and those with the other spelling of the fields. */
export function vsCodeCall(_: string, payload: JsonObject): Call | string | undefined {
  const name = own(payload, "tool_name") ?? own(payload, "toolName");
  const given = ["tool_input", "toolInput", "toolArgs"].map((key) => own(payload, key)).find(isGiven);
  const input = typeof given === "string" ? parseJsonObject(given).value : (given ?? {});
  // What is wrong with them is said of the usual fields.
  if (typeof name !== "string" || name === "" || !isRecord(input)) return undefined;
  switch (name) {
    case "apply_patch": {
      const patch = own(input, "input");
      return typeof patch === "string" ? callWithPatch(name, input, patch) : { name, input };
    }
    case "multi_replace_string_in_file":
      return withPaths(name, input, own(input, "replacements"));
    case "create_and_run_task":
      return withCommand(name, input, own(input, "task"));
    default:
      return name.startsWith("mcp_") ? mcpCall(name, input) : { name, input };
  }
}

function isGiven(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null;
}

/** Each edit names its file. */
function withPaths(name: string, input: JsonObject, edits: JsonValue | undefined): Call | string {
  const all = isList(edits) ? edits : [];
  const named = all.flatMap((edit) => {
    const path = isRecord(edit) ? own(edit, "filePath") : undefined;
    return typeof path === "string" ? [path] : [];
  });
  const paths = [...new Set(named)];
  if (paths.length > MAX_PATHS) return "the call names too many files to look at";
  const [path] = paths;
  return { name, input, params: { paths, ...(paths.length === 1 && path !== undefined ? { path } : {}) } };
}

/** A task is a program and its arguments; a shell runs them as one line. */
function withCommand(name: string, input: JsonObject, task: JsonValue | undefined): Call {
  const command = isRecord(task) ? own(task, "command") : undefined;
  const args = isRecord(task) ? own(task, "args") : undefined;
  const more = isList(args) ? args : [];
  const words = [command, ...more].filter((word) => typeof word === "string");
  return { name, input, ...(words.length === 0 ? {} : { params: { command: words.join(" ") } }) };
}

/** `mcp_server_tool`: a name with more than one more underscore cannot be taken apart. It has no `server` then, rather than a wrong one. */
function mcpCall(name: string, input: JsonObject): Call {
  const [, server, tool] = /^mcp_([^_]+)_([^_]+)$/.exec(name) ?? [];
  const params = server === undefined || tool === undefined ? {} : { params: { server, tool } };
  return { name, input, kind: "mcp", ...params };
}
