import type { JsonObject } from "@gatehouse-hooks/json";
import { permissionAnswer, specific } from "../wire/hook-output.js";
import type { Plan } from "../wire/plan.js";

/**
 * What Codex reads on a hook's standard output (docs/hosts.md). One answer says one thing: where its reader meets a combination that
 * it does not know it drops all of it, and the call runs.
 */
export function answerCodex(plan: Plan, name: string): JsonObject {
  const { effect, reason, input, warning, context } = plan;
  const message = warning === undefined ? {} : { systemMessage: warning };
  const more = context === undefined ? {} : { additionalContext: context };
  if (name === "PermissionRequest") return permissionAnswer(plan, name);
  if (name === "PreToolUse") {
    if (effect === "deny")
      return specific(name, { permissionDecision: "deny", permissionDecisionReason: reason });
    if (input !== undefined) return specific(name, { permissionDecision: "allow", updatedInput: input });
    return { ...message, ...specific(name, more) };
  }
  if (effect === "deny") return { decision: "block", reason };
  return { ...message, ...specific(name, more) };
}
