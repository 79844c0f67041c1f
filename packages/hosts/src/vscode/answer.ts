import type { JsonObject } from "@gatehouse-hooks/json";
import { specific } from "../wire/hook-output.js";
import type { Plan } from "../wire/plan.js";

/**
 * What VS Code reads on a hook's standard output (docs/hosts.md): the words of both agents whose hook files it reads, Claude Code's in
 * `hookSpecificOutput` and Copilot's at the top, wherever they stop something. An allow is said once: where it is not read, the user is asked.
 */
export function answerVsCode({ effect, reason, warning, context }: Plan, name: string): JsonObject {
  const message = warning === undefined ? {} : { systemMessage: warning };
  const more = context === undefined ? {} : { additionalContext: context };
  if (name === "PreToolUse") {
    const permission =
      effect === "none" ? {} : { permissionDecision: effect, permissionDecisionReason: reason };
    const stops = effect === "deny" || effect === "ask";
    return { ...message, ...(stops ? permission : {}), ...specific(name, { ...permission, ...more }) };
  }
  if (effect !== "deny") return { ...message, ...specific(name, more) };
  const block = { decision: "block", reason };
  if (name === "UserPromptSubmit")
    return { ...message, continue: false, stopReason: reason, ...block, ...specific(name, more) };
  // Whether the turn goes on is read in either place; what has happened is only told.
  const also = name === "Stop" || name === "SubagentStop" ? block : {};
  return { ...message, ...block, ...specific(name, { ...also, ...more }) };
}
