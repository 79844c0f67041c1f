import type { JsonObject } from "@gatehouse-hooks/json";
import type { Plan } from "../wire/plan.js";

const BEFORE: ReadonlySet<string> = new Set(["preToolUse", "PreToolUse"]);
const AFTER: ReadonlySet<string> = new Set(["postToolUse", "PostToolUse"]);

/** What Copilot reads on a hook's standard output (docs/hosts.md), for both spellings of the events: all fields at the top. */
export function answerCopilot({ effect, reason, input, context }: Plan, name: string): JsonObject {
  const more = context === undefined ? {} : { additionalContext: context };
  if (BEFORE.has(name)) {
    const permission =
      effect === "none" ? {} : { permissionDecision: effect, permissionDecisionReason: reason };
    const changed = input === undefined ? {} : { modifiedArgs: input };
    return { ...permission, ...changed, ...more };
  }
  if (name === "permissionRequest") {
    if (effect === "allow") return { behavior: "allow" };
    return effect === "deny" ? { behavior: "deny", message: reason } : {};
  }
  if (effect !== "deny") return more;
  if (AFTER.has(name))
    return { modifiedResult: { resultType: "success", textResultForLlm: reason }, ...more };
  return { decision: "block", reason };
}
