import type { JsonObject } from "@gatehouse-hooks/json";
import type { Plan } from "../wire/plan.js";

const PERMISSIONS: ReadonlySet<string> = new Set([
  "preToolUse",
  "beforeShellExecution",
  "beforeMCPExecution",
  "subagentStart",
]);
const READS: ReadonlySet<string> = new Set(["beforeReadFile", "beforeTabFileRead"]);

/**
 * What Cursor reads on a hook's standard output (docs/hosts.md): all fields at the top. The model is shown `user_message`, so the
 * reason is in both messages.
 */
export function answerCursor({ effect, reason, input, context }: Plan, name: string): JsonObject {
  if (PERMISSIONS.has(name)) {
    if (effect === "none") return {};
    const changed = input === undefined ? {} : { updated_input: input };
    const why = effect === "allow" ? {} : { user_message: reason, agent_message: reason };
    return { permission: effect, ...why, ...changed };
  }
  if (READS.has(name)) return effect === "deny" ? { permission: "deny", user_message: reason } : {};
  if (name === "beforeSubmitPrompt")
    return effect === "deny" ? { continue: false, user_message: reason } : {};
  if (effect === "deny") return { followup_message: reason };
  return context === undefined ? {} : { additional_context: context };
}

/** An abstention in words, for a hook that is registered so that an empty answer blocks. */
export function abstainCursor(name: string): JsonObject {
  if (PERMISSIONS.has(name) || READS.has(name)) return { permission: "allow" };
  return name === "beforeSubmitPrompt" ? { continue: true } : {};
}
