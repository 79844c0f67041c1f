import type { Expr } from "@gatehouse-hooks/condition/analysis";
import { kindsOf, type Policy, policiesOf, type PolicySet } from "@gatehouse-hooks/engine";
import type { AnalyzeOptions } from "./analyze-policies.js";
import { EventFinder } from "./event-finder.js";
import type { NeverSentFinding } from "./finding.js";
import type { SentEvents } from "./sent-events.js";
import { sentGoals } from "./sent-goals.js";
import { applyingGoals, testsOf } from "./tests-of.js";

/**
 * The policies of a set that apply to events, but to none that one sender, for example an agent, sends: they need an event, a field, a
 * tool or an argument that it does not have. A policy for events that it does not send at all is one of them.
 *
 * @param sent what its tables say
 */
export function neverSent(
  set: PolicySet,
  sent: SentEvents,
  { textFields = () => [] }: Pick<AnalyzeOptions, "textFields"> = {},
): readonly NeverSentFinding[] {
  const finder = new EventFinder(set, textFields);
  return policiesOf(set).flatMap((policy) => {
    if (!policy.enabled || !isUnsent(policy, set, sent, finder)) return [];
    const witness = eventOf(policy, finder);
    return witness === undefined ? [] : [{ kind: "never-sent", policy, witness }];
  });
}

function isUnsent(policy: Policy, set: PolicySet, sent: SentEvents, finder: EventFinder): boolean {
  const paths = testsOf(policy).flatMap(pathsOf);
  return policy.events.every((event) => {
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

/** The paths in a condition; those of the variables of `any` and `all` are among them, and harmless. */
function pathsOf(node: Expr): readonly (readonly (string | number)[])[] {
  const own = pathOf(node);
  if (own !== undefined) return [own];
  switch (node.kind) {
    case "list":
      return node.items.flatMap(pathsOf);
    case "member":
      return pathsOf(node.object);
    case "call":
      return [node.object, ...node.args].flatMap(pathsOf);
    case "any":
    case "all":
      return [...pathsOf(node.object), ...pathsOf(node.body)];
    case "has":
      return pathsOf(node.target);
    case "truth":
    case "not":
      return pathsOf(node.operand);
    case "and":
    case "or":
      return node.operands.flatMap(pathsOf);
    case "compare":
      return [...pathsOf(node.left), ...pathsOf(node.right)];
    default:
      return [];
  }
}

function pathOf(node: Expr): readonly (string | number)[] | undefined {
  if (node.kind === "name") return [node.name];
  if (node.kind !== "member") return undefined;
  const object = pathOf(node.object);
  return object === undefined ? undefined : [...object, node.key];
}
