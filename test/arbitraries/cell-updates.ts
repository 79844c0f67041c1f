import { condition } from "@gatehouse-hooks/condition";

/** A condition, as definitions have it. */
export const when = (text: string) => condition(text).condition;

/** What changes a cell before calls that meet a condition; `more`: what it keeps of them. */
export const before = (text: string, more: object = {}) => ({
  events: ["before_tool_call"],
  condition: when(text),
  ...more,
});
