import type { JsonObject } from "@gatehouse-hooks/json";

/**
 * Which event a payload without a name is, by the keys that only it has; the first row that fits. A tool call without a result is one
 * that has not happened: what is not recognised is checked.
 */
const SIGNS: readonly (readonly [name: string, keys: readonly string[]])[] = [
  ["preMcpToolCall", ["serverName", "arguments"]],
  ["postToolUse", ["toolName", "toolResult"]],
  ["postToolUseFailure", ["toolName", "error"]],
  ["preToolUse", ["toolName"]],
  ["userPromptTransformed", ["transformedPrompt"]],
  ["userPromptSubmitted", ["prompt"]],
  ["errorOccurred", ["errorContext"]],
  ["subagentStop", ["agentName", "stopReason"]],
  ["subagentStart", ["agentName"]],
  ["agentStop", ["stopReason"]],
  ["preCompact", ["trigger"]],
  ["sessionEnd", ["reason"]],
  ["sessionStart", ["source"]],
];

/** The name of the event of a Copilot payload: said in Pascal case and for permissions, else read from its keys. */
export function copilotEventName(payload: JsonObject): string | undefined {
  for (const key of ["hook_event_name", "hookName"]) {
    const name = Object.hasOwn(payload, key) ? payload[key] : undefined;
    if (typeof name === "string") return name;
  }
  if (!Object.hasOwn(payload, "sessionId")) return undefined;
  return SIGNS.find(([, keys]) => keys.every((key) => Object.hasOwn(payload, key)))?.[0];
}
