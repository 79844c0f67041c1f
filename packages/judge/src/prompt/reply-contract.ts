import type { ReplyDecision } from "../reply/decisions.js";

const meanings: Readonly<Record<ReplyDecision, string>> = {
  approve: "the policy has no objection",
  warn: "the action may go on, and the user should know the reason",
  ask: "a person should decide",
  deny: "the policy forbids it",
};

/** The part of the system text that says how to answer. */
export function replyContract(decisions: readonly ReplyDecision[], nonce: string | undefined): string {
  const words = decisions.map((word) => `"${word}"`).join(" | ");
  const nonceField = nonce === undefined ? "" : `, "nonce": "${nonce}"`;
  const unsure = decisions.includes("ask") ? "ask" : "deny";
  return [
    "Reply with exactly one JSON object and nothing else: no prose, no code fence, no second object.",
    `{"reason": "one or two sentences", "decision": ${words}${nonceField}}`,
    ...decisions.map((word) => `- ${word}: ${meanings[word]}`),
    `Where the policy and the data do not settle it, answer "${unsure}".`,
  ].join("\n");
}
