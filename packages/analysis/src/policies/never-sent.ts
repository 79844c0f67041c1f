import {
  cellsOf,
  isManyEvents,
  kindsOf,
  type Policy,
  policiesOf,
  type PolicySet,
} from "@gatehouse-hooks/engine";
import type { AnalyzeOptions } from "./analyze-policies.js";
import { EventFinder } from "./event-finder.js";
import type { NeverSentFinding } from "./finding.js";
import { pathsOf } from "./paths-of.js";
import { sentGoals, type SentEvents } from "./sent-goals.js";
import { applyingGoals, testsOf } from "./tests-of.js";
import { NO_TOOL_TYPES } from "../types/tool-types.js";

/**
 * The policies of a set that apply to events, but to none that one sender, for example an agent, sends: they need an event, a field, a
 * tool or an argument that it does not have. A policy for events that it does not send at all is one of them.
 *
 * @param sent what its tables say
 */
export function neverSent(
  set: PolicySet,
  sent: SentEvents,
  { tools = NO_TOOL_TYPES }: Pick<AnalyzeOptions, "tools"> = {},
): readonly NeverSentFinding[] {
  const finder = new EventFinder(set, tools);
  return policiesOf(set).flatMap((policy) => {
    if (!policy.enabled || !isUnsent(policy, set, sent, finder)) return [];
    const witness = eventOf(policy, finder);
    return witness === undefined ? [] : [{ kind: "never-sent", policy, witness }];
  });
}

function isUnsent(policy: Policy, set: PolicySet, sent: SentEvents, finder: EventFinder): boolean {
  // What is remembered comes from no sender.
  const derived: readonly unknown[] = cellsOf(set).length > 0 ? ["memory", "flows"] : [];
  const paths = testsOf(policy)
    .flatMap(pathsOf)
    .filter(([root]) => !derived.includes(root));
  return policy.events.every((event) => {
    if (isManyEvents(event)) return false;
    const goals = sentGoals(sent, kindsOf(set).of(event), paths);
    return goals === undefined || finder.refutes(event, [...goals, ...applyingGoals(policy)]);
  });
}

/** An event that the policy applies to; none where that is not known. */
function eventOf(policy: Policy, finder: EventFinder): NeverSentFinding["witness"] | undefined {
  for (const event of policy.events) {
    const found = finder.find(event, { hold: testsOf(policy) });
    if (found.kind === "found") return found.event;
  }
  return undefined;
}
