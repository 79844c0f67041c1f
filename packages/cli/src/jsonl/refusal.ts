import type { Decision } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";

/** The decision about something that is not an event: a caller that looks only at the effect fails closed. */
export function refusal(issue: Issue): Decision {
  return {
    effect: "deny",
    policy: null,
    reason: `invalid event: ${issue.message}`,
    warnings: [],
    context: [],
    systemMessages: [],
    trace: [],
  };
}
