/** What a judge may answer. */
export type ReplyDecision = "approve" | "deny" | "warn" | "ask";

/** The known decisions, in the order in which the prompt lists them. */
export const replyDecisions: readonly ReplyDecision[] = ["approve", "warn", "ask", "deny"];
