import { ownProperties } from "@gatehouse-hooks/json";
import type { Decision, EventNotice } from "./decision.js";

/**
 * The decision where none could be made: a host that looks only at the effect fails closed.
 *
 * @param notice why, with a code
 * @example
 * const { effect } = refusal("the policies cannot be read"); // deny
 */
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
