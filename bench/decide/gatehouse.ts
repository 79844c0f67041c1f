import {
  compilePolicies,
  type Decision,
  type Event,
  type PolicySet,
  step,
  type Verdicts,
  policiesOf,
} from "@gatehouse-hooks/engine";
import { policySet } from "../../packages/engine/src/policy-set.js";
import { step as stepFromSource } from "../../packages/engine/src/step.js";
import type { Decider } from "./by-hand.js";
import { definitionsOf, type Workload } from "./workload.js";

const NONE: Verdicts = new Map();

export function compiled(work: Workload): PolicySet {
  const { set, issues } = compilePolicies(definitionsOf(work));
  const [issue] = issues;
  if (issue !== undefined) throw new Error(issue.message);
  return set;
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}

function answerOf(decision: Decision, all: boolean): number | readonly number[] {
  if (all) return decision.warnings.map((warning) => numberOf(warning.policy));
  return decision.policy === null ? -1 : numberOf(decision.policy);
}

/** The package as users get it. */
export function gatehouse(work: Workload, set: PolicySet = compiled(work)): Decider {
  return (event: Event) => {
    const next = step(set, event, NONE);
    if (next.kind === "pending") throw new Error("a static policy asked somebody");
    return answerOf(next.decision, work.all);
  };
}

/** The same engine, which is told to ask every policy in turn. */
export function gatehouseLinear(work: Workload, set: PolicySet = compiled(work)): Decider {
  const linear = policySet(policiesOf(set), "scan");
  return (event: Event) => {
    const next = stepFromSource(linear, event, NONE);
    if (next.kind === "pending") throw new Error("a static policy asked somebody");
    return answerOf(next.decision, work.all);
  };
}
