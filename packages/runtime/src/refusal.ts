import type { Decision, EventNotice } from "@gatehouse-hooks/engine";
import { ownProperties } from "@gatehouse-hooks/json";

/** The decision where none could be made: a host that looks only at the effect fails closed. */
export function refusal(reason: string, notice?: EventNotice): Decision {
  return ownProperties<Decision>({
    effect: "deny",
    policy: null,
    reason,
    warnings: [],
    context: [],
    systemMessages: [],
    trace: [],
    ...(notice === undefined ? {} : { notices: [notice] }),
  });
}
