import { isManyEvents, type Policy, type PolicySet } from "@gatehouse-hooks/engine";
import type { FoundEvent } from "../solve/find-event.js";
import type { SuchThat } from "../conditions.js";
import { NO_TOOL_TYPES } from "../types/tool-types.js";
import type { AnalyzeOptions } from "./analyze-policies.js";
import { EventFinder } from "./event-finder.js";
import { testsOf } from "./tests-of.js";

/** What a policy for many events is asked about most. */
const CALL = "before_tool_call";

/**
 * An event that a policy of a set applies to; `none` is a proof that there is no such event of any kind that it lists.
 *
 * @param policy one that is switched on
 * @param options conditions that are false for the event, and what the arguments of tools may be
 */
export function findCase(
  set: PolicySet,
  policy: Policy,
  { fail = [], tools = NO_TOOL_TYPES }: Pick<SuchThat, "fail"> & Pick<AnalyzeOptions, "tools"> = {},
): FoundEvent {
  const finder = new EventFinder(set, tools);
  let doubt: FoundEvent | undefined;
  for (const event of policy.events) {
    const found = finder.find(isManyEvents(event) ? CALL : event, { hold: testsOf(policy), fail });
    if (found.kind === "found") return found;
    // Of a kind that was not named nothing is proved.
    if (isManyEvents(event)) doubt ??= { kind: "unknown", why: "it is about many kinds of events" };
    if (found.kind === "unknown") doubt ??= found;
  }
  return doubt ?? { kind: "none" };
}
