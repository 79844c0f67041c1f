import type { Decision } from "@gatehouse-hooks/engine";
import type { AskedApproval } from "../approvals/approval-store.js";
import type { EvaluationAnswer } from "./evaluation.schema.js";

/** What else an answer is made of. */
interface AnswerAbout {
  /** What an abstention means. */
  readonly abstain: "permit" | "deny";
  /** The call that waits for a person, where one does. */
  readonly approval?: Pick<AskedApproval, "id" | "expires"> | undefined;
}

/**
 * A decision as yes or no. Only an allow is a yes, and an abstention where the tenant says so. A rewrite is a no, as the call must not
 * happen as it is: the obligation has what it may be.
 */
export function answerOfDecision(decision: Decision, { abstain, approval }: AnswerAbout): EvaluationAnswer {
  const { effect, policy, reason, warnings, updatedInput } = decision;
  const permitted = effect === "allow" || (effect === "abstain" && abstain === "permit");
  const rewrite =
    updatedInput !== undefined && Object.keys(updatedInput).length > 0 ? updatedInput : undefined;
  const obligations = obligationsOf(rewrite, approval);
  return {
    decision: permitted && rewrite === undefined,
    context: {
      effect,
      policy,
      ...(reason !== "" && { reason_user: { en: reason }, reason }),
      ...(warnings.length > 0 && { warnings }),
      ...(obligations.length > 0 && { obligations }),
      ...(approval !== undefined && {
        approval: { id: approval.id, expires: new Date(approval.expires).toISOString() },
      }),
    },
  };
}

/** What an enforcement point has to do beside obeying the decision. */
type Obligation =
  | { readonly id: "approval"; readonly approval: string }
  | { readonly id: "rewrite"; readonly params: Readonly<Record<string, unknown>> };

function obligationsOf(
  rewrite: Decision["updatedInput"],
  approval: AnswerAbout["approval"],
): readonly Obligation[] {
  return [
    ...(approval === undefined ? [] : [{ id: "approval", approval: approval.id } as const]),
    ...(rewrite === undefined ? [] : [{ id: "rewrite", params: rewrite } as const]),
  ];
}
