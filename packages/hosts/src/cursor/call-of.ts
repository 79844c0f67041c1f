import { isRecord, type JsonObject, parseJsonObject } from "@gatehouse-hooks/json";
import type { Call } from "../prepare/prepare-payload.js";

/** The call of an event that has it in fields of its own, or whose tool is one of an MCP server. */
export function cursorCall(name: string, payload: JsonObject): Call | string | undefined {
  switch (name) {
    case "beforeShellExecution":
    case "afterShellExecution":
      return fields("Shell", payload, ["command", "cwd"], "command");
    case "beforeReadFile":
    case "beforeTabFileRead":
      return fields("Read", payload, ["file_path"], "file_path");
    case "afterFileEdit":
    case "afterTabFileEdit":
      return fields("Write", payload, ["file_path", "edits"], "file_path");
    default:
      return mcpCall(name, payload);
  }
}

function fields(name: string, payload: JsonObject, keys: readonly string[], needed: string): Call | string {
  if (typeof payload[needed] !== "string") return `expected \`${needed}\` to be a string`;
  const found = keys.flatMap((key) => {
    const value = Object.hasOwn(payload, key) ? payload[key] : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return { name, input: Object.fromEntries(found) };
}

/** `MCP:tool` or `MCP:server:tool` before tools in general; the bare name before a call to a server. */
function mcpCall(event: string, payload: JsonObject): Call | undefined {
  const { tool_name: name, tool_input: given } = payload;
  if (typeof name !== "string" || name === "") return undefined;
  const direct = event === "beforeMCPExecution" || event === "afterMCPExecution";
  if (!direct && !name.startsWith("MCP:")) return undefined;
  const input = typeof given === "string" ? parseJsonObject(given).value : given;
  if (!isRecord(input)) return undefined;
  const [, server, tool] = /^MCP:(?:([^:]+):)?(.+)$/s.exec(name) ?? ["", undefined, name];
  const whose = server === undefined ? {} : { server };
  return { name, input, kind: "mcp", params: { ...whose, tool: tool ?? name } };
}
