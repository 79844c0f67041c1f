import type { Decision } from "@gatehouse-hooks/engine";

/** An ask to which a person has said yes: the call is allowed, and the decision says by whom. */
export function approvedDecision(decision: Decision): Decision {
  return {
    ...decision,
    effect: "allow",
    reason: `a person has approved: ${decision.reason}`,
    notices: [
      ...(decision.notices ?? []),
      { code: "approved", message: "a person has approved this call, once" },
    ],
  };
}
