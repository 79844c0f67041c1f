import type { JsonObject } from "@gatehouse-hooks/json";
import type { Plan } from "../wire/plan.js";
import { resultText } from "../wire/result-shape.js";

const BEFORE: ReadonlySet<string> = new Set(["preToolUse", "PreToolUse"]);
const AFTER: ReadonlySet<string> = new Set(["postToolUse", "PostToolUse"]);

/** What Copilot reads on a hook's standard output (docs/hosts.md), for both spellings of the events: all fields at the top. */
export function answerCopilot({ effect, reason, input, context, result }: Plan, name: string): JsonObject {
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
  if (AFTER.has(name)) {
    const text = effect === "deny" ? reason : result === undefined ? undefined : resultText(result);
    const told = text === undefined ? {} : { resultType: "success", textResultForLlm: text };
    return { ...(text === undefined ? {} : { modifiedResult: told }), ...more };
  }
  if (effect !== "deny") return more;
  return { decision: "block", reason };
}
