import type { JsonObject } from "@gatehouse-hooks/json";

/** What a judge may answer. */
export type ReplyDecision = "approve" | "deny" | "warn" | "ask";

/** The known decisions, in the order in which the prompt lists them. */
export const replyDecisions: readonly ReplyDecision[] = ["approve", "warn", "ask", "deny"];

/**
 * The reply as JSON Schema, for providers that enforce one.
 *
 * Only `type`, `enum`, `required` and `additionalProperties`: length limits are refused by some providers and are
 * checked by the reader anyway.
 */
export function replySchema(decisions: readonly ReplyDecision[], nonce: boolean): JsonObject {
  return {
    type: "object",
    properties: {
      // The reason comes first: a model that writes it before the decision decides better.
      reason: { type: "string", description: "One or two sentences: what in the data led to the decision" },
      decision: { type: "string", enum: [...decisions] },
      ...(nonce
        ? { nonce: { type: "string", description: "The nonce of the instructions, unchanged" } }
        : {}),
    },
    required: nonce ? ["reason", "decision", "nonce"] : ["reason", "decision"],
    additionalProperties: false,
  };
}
