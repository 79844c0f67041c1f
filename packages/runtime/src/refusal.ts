import type { Decision, EventNotice } from "@gatehouse/engine";
import { ownProperties } from "./own-properties.js";

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
