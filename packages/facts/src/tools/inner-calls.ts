import { isRecord, own } from "@gatehouse-hooks/json";
import type { CalledTool } from "./read-tool.js";
import type { ToolRow } from "./tool-row.js";

/** The calls that are arguments of a call: OpenCode's `{ tool, parameters }`, and what others call them. */
export function innerCalls(params: object, names: ToolRow["calls"]): readonly CalledTool[] {
  const named = typeof names === "string" ? [names] : (names ?? []);
  return named.flatMap((name) => {
    const value: unknown = own(params, name);
    const calls: readonly unknown[] = Array.isArray(value) ? value : [];
    return calls.slice(0, MAX_CALLS).flatMap(innerCall);
  });
}

function innerCall(one: unknown): readonly CalledTool[] {
  if (!isRecord(one)) return [];
  const name = NAMES.map((key) => own(one, key)).find((value) => typeof value === "string");
  const input = INPUTS.map((key) => own(one, key)).find((value) => isRecord(value));
  if (typeof name !== "string") return [];
  return [{ name: name.replace(/^functions\./, ""), params: isRecord(input) ? input : {} }];
}

const NAMES = ["tool", "name", "toolName", "tool_name", "recipient_name"];
const INPUTS = ["parameters", "params", "input", "args", "arguments", "tool_input"];
const MAX_CALLS = 200;
