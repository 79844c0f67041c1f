import type { Answer } from "@gatehouse-hooks/engine";

/** What a function answers: a verdict, or its kind alone. */
export type HandlerVerdict =
  | "approve"
  | "allow"
  | (Omit<Answer, "source" | "ms" | "usage" | "reason"> & { readonly reason?: string });

/** The verdict that is meant. What is not one becomes a failure where it is read. */
export function verdictOf(answered: HandlerVerdict): Answer {
  const verdict = typeof answered === "string" ? { kind: answered } : answered;
  return { ...verdict, reason: verdict.reason ?? "" };
}
