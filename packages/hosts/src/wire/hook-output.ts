import type { JsonObject } from "@gatehouse-hooks/json";
import type { Plan } from "./plan.js";

/** Events whose deny is the end of the turn, in the agent's words for it. */
const ENDED_BY_DENY: ReadonlySet<string> = new Set(["TeammateIdle", "TaskCreated", "TaskCompleted"]);

/**
 * What Claude Code reads on a hook's standard output (docs/hosts.md): the permission of a tool call inside
 * `hookSpecificOutput` with the event's name, without which the call runs; a deny of anything else as `decision: "block"`.
 */
export function answerInHookOutput(plan: Plan, name: string): JsonObject {
  const { effect, reason, warning, context, result } = plan;
  const message = warning === undefined ? {} : { systemMessage: warning };
  const more = {
    ...(context === undefined ? {} : { additionalContext: context }),
    ...(result === undefined ? {} : { updatedToolOutput: result }),
  };
  if (name === "PreToolUse" || name === "PreModelSwitch") {
    const permission =
      effect === "none" ? {} : { permissionDecision: effect, permissionDecisionReason: reason };
    const input = plan.input === undefined ? {} : { updatedInput: plan.input };
    return { ...message, ...specific(name, { ...permission, ...input, ...more }) };
  }
  if (name === "PermissionRequest") return permissionAnswer(plan, name);
  if (effect !== "deny") return { ...message, ...specific(name, more) };
  if (name === "Elicitation" || name === "ElicitationResult")
    return { ...message, ...specific(name, { action: "decline" }) };
  if (ENDED_BY_DENY.has(name)) return { ...message, continue: false, stopReason: reason };
  return { ...message, decision: "block", reason, ...specific(name, more) };
}

/**
 * The answer to the agent's own question, the same words in Claude Code and Codex.
 */
export function permissionAnswer({ effect, reason, input }: Plan, name: string): JsonObject {
  if (effect === "deny") return specific(name, { decision: { behavior: "deny", message: reason } });
  if (effect !== "allow") return {};
  const changed = input === undefined ? {} : { updatedInput: input };
  return specific(name, { decision: { behavior: "allow", ...changed } });
}

/** `hookSpecificOutput` with the event's name, or nothing where there is nothing in it. */
export function specific(name: string, fields: JsonObject): JsonObject {
  if (Object.keys(fields).length === 0) return {};
  return { hookSpecificOutput: { hookEventName: name, ...fields } };
}
