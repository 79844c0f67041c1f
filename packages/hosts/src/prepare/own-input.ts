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
  const params: Readonly<Record<string, readonly string[] | undefined>> = tool?.params ?? {};
  const named = Object.entries(changes).map(([key, value]) => {
    const fields = Object.hasOwn(params, key) ? (params[key] ?? []) : [];
    const field = fields.find((one) => Object.hasOwn(input, one)) ?? fields[0] ?? key;
    return [field, value] as const;
  });
  return { ...input, ...Object.fromEntries(named) };
}
