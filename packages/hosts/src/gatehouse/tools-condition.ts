import { eventKindOf } from "../vocabulary.js";

/** What marks a tool name as a pattern (SPEC of the condition language, "glob"). */
export const GLOB_SIGN: RegExp = /[*?[\]{}\\]/;

/**
 * The condition that a list of tool names and globs means: `toolName == "exec" || toolName.glob("git_*")`. The
 * single glob `*` means any tool. Events differ in the field that names the tool: where the policy's events differ in
 * that, each field counts for its events only; of an event that is not documented, either field.
 */
export function toolsCondition(tools: readonly string[], events: readonly string[]): string {
  const groups = new Map<ToolField, string[]>();
  for (const event of events) {
    const field = toolFieldOf(event);
    groups.set(field, [...(groups.get(field) ?? []), event]);
  }
  const parts = [...groups].map(([field, of]) => ({ of, test: testOf(tools, field) }));
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only.test;
  return parts.map(({ of, test }) => `(event in ${JSON.stringify(of)} && (${test}))`).join(" || ");
}

function testOf(tools: readonly string[], field: ToolField): string {
  const names = field === "either" || field === "none" ? ["toolName", "tool_name"] : [field];
  return names.flatMap((name) => tools.map((tool) => testOfTool(tool, name))).join(" || ");
}

function testOfTool(tool: string, field: string): string {
  if (tool === "*") return `has(${field})`;
  const text = JSON.stringify(tool);
  return GLOB_SIGN.test(tool) ? `${field}.glob(${text})` : `${field} == ${text}`;
}

/** The field in which an event names its tool; `none` for a documented event without a tool. */
type ToolField = "toolName" | "tool_name" | "either" | "none";

/** The field in which events of a name carry their tool; either one for an event that is not documented. */
export function toolFieldOf(event: string): ToolField {
  const { known, tool } = eventKindOf(event);
  if (tool?.name === "toolName" || tool?.name === "tool_name") return tool.name;
  return known ? "none" : "either";
}
