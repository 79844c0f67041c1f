import type { JsonObject } from "@gatehouse-hooks/json";
import { specific } from "../wire/hook-output.js";
import type { Plan } from "../wire/plan.js";

/** What Gemini CLI reads on a hook's standard output (docs/hosts.md): the decision at the top, the rest inside. */
export function answerGemini({ effect, reason, input, warning, context }: Plan, name: string): JsonObject {
  const message = warning === undefined ? {} : { systemMessage: warning };
  if (effect === "deny" || effect === "ask") return { decision: effect, reason, ...message };
  const changed = input === undefined ? {} : { tool_input: input };
  const more = context === undefined ? {} : { additionalContext: context };
  return { ...message, ...specific(name, { ...changed, ...more }) };
}
