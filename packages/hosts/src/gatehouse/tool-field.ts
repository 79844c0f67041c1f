import { eventKindOf } from "../vocabulary.js";

/** The field in which an event names its tool; `none` for a documented event without a tool. */
export type ToolField = "toolName" | "tool_name" | "either" | "none";

/** The field in which events of a name carry their tool; either one for an event that is not documented. */
export function toolFieldOf(event: string): ToolField {
  const { known, tool } = eventKindOf(event);
  if (tool?.name === "toolName" || tool?.name === "tool_name") return tool.name;
  return known ? "none" : "either";
}
