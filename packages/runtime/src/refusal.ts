import type { Decision } from "@gatehouse/engine";

/** The decision where none could be made: a host that looks only at the effect fails closed. */
export function refusal(reason: string): Decision {
  return {
    effect: "deny",
    policy: null,
    reason,
    warnings: [],
    context: [],
    systemMessages: [],
    trace: [],
  };
}
