import type { Decision, Event } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import { ownInput } from "../prepare/own-input.js";
import { TOOLS } from "./tools.table.js";

/** What Claude Code reads on a hook's standard output beside exit code 0. */
export interface ClaudeCodeAnswer {
  readonly decision?: "block";
  readonly reason?: string;
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: JsonObject;
}

/**
 * The answer to the hook of a prepared event. Before a tool call the decision is the permission; elsewhere a deny blocks, and an `ask`
 * is a deny: nothing but a tool call can be asked about.
 */
export function speakClaudeCode(decision: Decision, event: Event): ClaudeCodeAnswer {
  const { effect, reason, policy, context, warnings, systemMessages } = decision;
  const raw = asObject(event["raw"]);
  const name = typeof raw["hook_event_name"] === "string" ? raw["hook_event_name"] : event.event;
  const said = [...warnings.map((one) => `[${one.policy}] ${one.reason}`), ...systemMessages];
  const message = said.length === 0 ? {} : { systemMessage: said.join("\n") };
  const why = `[${policy ?? "gatehouse"}] ${reason}`;
  const more = context.length === 0 ? {} : { additionalContext: context.join("\n\n") };
  if (event.event === "before_tool_call") {
    const permission =
      effect === "abstain" ? {} : { permissionDecision: effect, permissionDecisionReason: why };
    const output = { ...permission, ...rewrite(decision, event, raw), ...more };
    return Object.keys(output).length === 0
      ? message
      : { ...message, hookSpecificOutput: { hookEventName: name, ...output } };
  }
  if (effect === "deny" || effect === "ask") return { decision: "block", reason: why, ...message };
  return context.length === 0
    ? message
    : { ...message, hookSpecificOutput: { hookEventName: name, ...more } };
}

function rewrite({ updatedInput }: Decision, event: Event, raw: JsonObject): JsonObject {
  if (updatedInput === undefined) return {};
  const tool = TOOLS.find(({ name }) => name === event["toolName"]);
  return { updatedInput: ownInput(asObject(raw["tool_input"]), updatedInput, tool) };
}

function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
