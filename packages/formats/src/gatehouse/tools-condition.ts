/** What marks a tool name as a pattern (SPEC of the condition language, "glob"). */
const GLOB = /[*?[\]{}\\]/;

/**
 * The condition that a list of tool names and patterns stands for: `toolName == "exec" || toolName.glob("git_*")`.
 * The single pattern `*` stands for any tool.
 */
export function toolsCondition(tools: readonly string[]): string {
  return tools
    .map((tool) => {
      if (tool === "*") return "has(toolName)";
      const text = JSON.stringify(tool);
      return GLOB.test(tool) ? `toolName.glob(${text})` : `toolName == ${text}`;
    })
    .join(" || ");
}
