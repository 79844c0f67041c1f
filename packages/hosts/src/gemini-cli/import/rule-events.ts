import type { JsonObject } from "@gatehouse-hooks/json";
import type { GeminiRule } from "./gemini-rule.js";

const LITERAL = /^[\w ./:@-]+$/;

/** A call that the rule is about; `null` where none can be made of its pattern. */
export function exampleEvent(rule: GeminiRule): JsonObject | null {
  const { toolName, mcpName, args } = rule;
  switch (args.kind) {
    case "prefix":
      return callOf("shell", "run_shell_command", { command: args.prefix.trim() });
    case "any":
      return mcpName === null ? plainCall(toolName) : mcpCall(mcpName, toolName);
    case "pattern": {
      if (!LITERAL.test(args.regex) || args.regex.includes(".")) return null;
      const { toolName: name, tool } = plainCall(toolName);
      return { tool, toolName: name, params: { [args.key]: args.regex } };
    }
    case "unreadable":
      return null;
  }
}

/** A call that the rule is not about; `null` where it is about every call. */
export function otherEvent({ toolName, mcpName, args }: GeminiRule): JsonObject | null {
  if (toolName === "*" && mcpName === null && args.kind === "any") return null;
  return toolName === "glob"
    ? callOf("read", "read_file", { path: "a.txt" })
    : callOf("search", "glob", { pattern: "a" });
}

function plainCall(toolName: string): ToolCall {
  if (toolName === "run_shell_command" || toolName === "ShellTool" || toolName === "*")
    return callOf("shell", "run_shell_command", { command: "true" });
  if (toolName === "write_file") return callOf("write", toolName, { path: "a.txt", content: "" });
  if (toolName === "replace") return callOf("edit", toolName, { path: "a.txt" });
  const server = /^mcp_(.+)_\*$/.exec(toolName)?.[1];
  if (toolName === "mcp_*" || server !== undefined) return mcpCall(server ?? "*", "*");
  return callOf("other", toolName, {});
}

function mcpCall(mcpName: string, toolName: string): ToolCall {
  const server = mcpName === "*" ? "server" : mcpName;
  const tool = toolName === "*" ? "tool" : toolName;
  return callOf("mcp", `mcp_${server}_${tool}`, { server, tool });
}

/** What an event says of a call. */
type ToolCall = {
  readonly tool: { readonly kind: string; readonly name: string };
  readonly toolName: string;
  readonly params: JsonObject;
};

function callOf(kind: string, name: string, params: JsonObject): ToolCall {
  return { tool: { kind, name }, toolName: name, params };
}
