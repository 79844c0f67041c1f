import type { Decision } from "@gatehouse-hooks/engine";
import type { EventInput } from "./events/event-input.js";
import type { Gatehouse } from "./gatehouse.js";

/** What would have happened. */
export type TellDecision = (decision: Decision, event: unknown) => void;

/**
 * The same policies without any effect: every decision is told, and `abstain` is returned. For a trial beside an agent that works.
 *
 * @param tell what it throws changes nothing
 */
export function dryRun(gatehouse: Gatehouse, tell: TellDecision): Gatehouse {
  const told = (decision: Decision, event: unknown): Decision => {
    try {
      tell(decision, event);
    } catch {
      // A log that is broken must not stop the agent.
    }
    return { ...NO_OPINION, trace: decision.trace };
  };
  const decideUnknown: Gatehouse["decideUnknown"] = async (event, call) =>
    told(await gatehouse.decideUnknown(event, call), event);
  return {
    ...gatehouse,
    decide: decideUnknown,
    decideUnknown,
    decideAtOnce: (event) => {
      const decision = gatehouse.decideAtOnce(event as EventInput);
      return decision === undefined ? undefined : told(decision, event);
    },
    get policies() {
      return gatehouse.policies;
    },
    get issues() {
      return gatehouse.issues;
    },
    get lost() {
      return gatehouse.lost;
    },
  };
}

const NO_OPINION: Omit<Decision, "trace"> = Object.freeze({
  effect: "abstain",
  policy: null,
  reason: "",
  warnings: [],
  context: [],
  systemMessages: [],
});
