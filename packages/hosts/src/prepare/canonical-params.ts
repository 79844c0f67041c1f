import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import type { HostTool, ToolKind } from "../host-tables.js";

/** `mcp__server__tool`, as most agents name the tools of MCP servers; a server's name has no two underscores in a row. */
const MCP = /^mcp__((?:[^_]|_(?!_))+)__(.+)$/s;

/**
 * A tool's arguments under the names that policies for all agents use, beside the agent's own: `command` of a shell is there
 * whether the agent calls it `cmd` or `command`.
 *
 * @param tool the host's row; absent: the tool is not documented, and is `mcp` or `other` by its name
 */
export function canonicalParams(
  name: string,
  input: JsonObject,
  tool: HostTool | undefined,
): { readonly kind: ToolKind; readonly params: JsonObject } {
  if (tool === undefined) {
    const [, server, called] = MCP.exec(name) ?? [];
    if (server === undefined || called === undefined) return { kind: "other", params: input };
    return { kind: "mcp", params: { ...input, server, tool: called } };
  }
  const named = Object.entries(tool.params ?? {}).flatMap(([canonical, fields]) => {
    const value = firstOf(input, fields);
    return value === undefined ? [] : [[canonical, value] as const];
  });
  // An argument of the agent's own that has a canonical name and is not what the canonical one means would speak for it.
  return { kind: tool.kind, params: { ...input, ...Object.fromEntries(named) } };
}

function firstOf(input: JsonObject, fields: readonly string[]): JsonValue | undefined {
  const field = fields.find((one) => Object.hasOwn(input, one));
  return field === undefined ? undefined : input[field];
}
