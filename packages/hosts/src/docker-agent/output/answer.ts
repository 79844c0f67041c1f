import type { JsonObject } from "@gatehouse-hooks/json";
import type { Plan } from "../../wire/plan.js";
import { contractOf } from "../contract.js";

/** What docker-agent reads on a hook's standard output (document 004, "Hook Output"). */
export function answerDockerAgent(plan: Plan, name: string): JsonObject {
  const { effect, reason, input, result, fields, warning, context } = plan;
  const decides = contractOf(name).decision !== undefined;
  const permission =
    !decides || effect === "none" ? {} : { permission_decision: effect, permission_decision_reason: reason };
  const specific = {
    ...permission,
    ...(input === undefined ? {} : { updated_input: input }),
    ...(result === undefined ? {} : { updated_tool_response: result }),
    ...fields,
    ...(context === undefined ? {} : { additional_context: context }),
  };
  return {
    ...(warning === undefined ? {} : { system_message: warning }),
    ...(!decides && effect === "deny" ? { decision: "block", reason } : {}),
    ...(Object.keys(specific).length === 0
      ? {}
      : { hook_specific_output: { hook_event_name: name, ...specific } }),
  };
}

/** A rewrite of something else than a call's arguments, in the fields of the event's own answer. */
export function rewriteDockerAgent(changes: JsonObject, name: string): JsonObject | undefined {
  const { rewrite, metadata } = contractOf(name);
  if (metadata === true) {
    const { metadata: told, tool_input: input } = changes;
    const fields = {
      ...(told !== undefined && { metadata: told }),
      ...(input !== undefined && rewrite === "updated_input" && { updated_input: input }),
    };
    return Object.keys(fields).length === 0 ? undefined : fields;
  }
  const key =
    rewrite === "updated_messages"
      ? "messages"
      : rewrite === "updated_tool_response"
        ? "tool_response"
        : rewrite === "summary"
          ? "summary"
          : undefined;
  if (rewrite === undefined || key === undefined || !Object.hasOwn(changes, key)) return undefined;
  return { [rewrite]: changes[key] ?? null };
}
