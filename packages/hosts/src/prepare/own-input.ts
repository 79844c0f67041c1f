import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import type { HostTool } from "../host-tables.js";

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

/**
 * Whether every change has an argument of the agent to go into. One that has none would be sent and not be read, and the call would
 * run as it was: parameters that `prepare` makes of a tool's name or of the text of a patch, names of other agents.
 *
 * @param derived the parameters that the host makes itself
 */
export function canOwnInput(
  input: JsonObject,
  changes: Readonly<Record<string, JsonValue>>,
  tool: HostTool | undefined,
  derived: readonly string[],
): boolean {
  return Object.keys(changes).every((key) => {
    const field = fieldOf(key, input, tool);
    if (Object.hasOwn(input, field) || field !== key) return true;
    if (tool === undefined) return !derived.includes(key) && key !== "server" && key !== "tool";
    return tool.fields?.includes(key) === true;
  });
}

function fieldOf(key: string, input: JsonObject, tool: HostTool | undefined): string {
  const params: Readonly<Record<string, readonly string[] | undefined>> = tool?.params ?? {};
  const fields = Object.hasOwn(params, key) ? (params[key] ?? []) : [];
  return fields.find((one) => Object.hasOwn(input, one)) ?? fields[0] ?? key;
}
