import { callHash } from "@gatehouse-hooks/cache";
import type { Decision, Event } from "@gatehouse-hooks/engine";
import { approvedDecision } from "@gatehouse-hooks/runtime";
import { agentAbove } from "@gatehouse-hooks/local/person";
import { shownParts } from "./asked-call.js";
import type { AskedCalls } from "./asked-calls.js";

/**
 * What becomes of an ask that no person would see: an allow where a person has approved just this call, else the ask, with the code
 * to approve it with. Never throws; what cannot be looked up was not approved.
 *
 * @param caller the process that the agent has started, or the agent's own: whoever it came of does not approve its call
 */
export async function settleAsk(
  calls: AskedCalls,
  decision: Decision,
  event: Event,
  caller: number,
): Promise<Decision> {
  try {
    const call = callHash(event);
    const { policy, reason } = decision;
    if (await calls.use(call, policy)) return approvedDecision(decision);
    const code = await calls.keep({ call, policy, reason, ...shownParts(event) }, agentAbove(caller));
    if (code === undefined) return decision;
    const why = reason === "" ? "no reason was given" : reason;
    return {
      ...decision,
      reason: `${why}; a person can allow just this call, once: \`gatehouse approve ${code}\` in their own terminal, then try it again`,
    };
  } catch {
    return decision;
  }
}
