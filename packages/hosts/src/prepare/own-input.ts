import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import type { HostTool } from "../host-tables.js";

/** Parameters that `prepare` makes of a tool's name or of several arguments: no argument of the agent takes them back. */
const DERIVED: ReadonlySet<string> = new Set(["server", "tool", "paths"]);

/**
 * A tool call's arguments as the agent names them, with the changes of a decision: a canonical parameter goes into the field of
 * the agent that it came from.
 *
 * @param input the agent's own arguments
 * @param changes a decision's `updatedInput`, over canonical parameters or the agent's own fields
 * @param tool the agent's row; absent: the changes are over its own fields
 */
export function ownInput(
  input: JsonObject,
  changes: Readonly<Record<string, JsonValue>>,
  tool: HostTool | undefined,
): JsonObject {
  const named = Object.entries(changes).map(([key, value]) => [fieldOf(key, input, tool), value] as const);
  return { ...input, ...Object.fromEntries(named) };
}

/** Whether every change has an argument of the agent to go into: one that has none would be sent and not be read. */
export function canOwnInput(
  input: JsonObject,
  changes: Readonly<Record<string, JsonValue>>,
  tool: HostTool | undefined,
): boolean {
  return Object.keys(changes).every((key) => {
    const field = fieldOf(key, input, tool);
    if (Object.hasOwn(input, field)) return true;
    if (field !== key) return true;
    return tool?.fields === undefined ? !DERIVED.has(key) : tool.fields.includes(key);
  });
}

function fieldOf(key: string, input: JsonObject, tool: HostTool | undefined): string {
  const params: Readonly<Record<string, readonly string[] | undefined>> = tool?.params ?? {};
  const fields = Object.hasOwn(params, key) ? (params[key] ?? []) : [];
  return fields.find((one) => Object.hasOwn(input, one)) ?? fields[0] ?? key;
}
