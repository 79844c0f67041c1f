import type { Expr } from "@gatehouse-hooks/condition/analysis";
import { compile } from "@gatehouse-hooks/condition/compile";
import { findEvent, type EventWork, type FoundEvent, newWork } from "./solve/find-event.js";
import { conditionGoal, type Goal } from "./solve/goal.js";

/** Conditions that are to hold, and conditions that are to be false. */
export interface SuchThat {
  readonly hold: readonly Expr[];
  readonly fail?: readonly Expr[];
  /** What else is known of the events that are looked at. */
  readonly goals?: readonly Goal[];
}

/**
 * An event for which the first conditions hold and the others are false.
 *
 * An event that is found was evaluated. `none` is a proof for every event: an evaluation that runs out of budget neither holds
 * nor is false.
 *
 * @param asked conditions made by `parse` or `readAst`
 */
export function findSuch(asked: SuchThat, work: EventWork = newWork()): FoundEvent {
  const { hold, fail = [], goals = [] } = asked;
  const tests = [
    ...hold.map((node) => ({ test: compiled(node), truth: true })),
    ...fail.map((node) => ({ test: compiled(node), truth: false })),
  ];
  return findEvent(
    [
      ...goals,
      ...hold.map((node) => conditionGoal(node, true)),
      ...fail.map((node) => conditionGoal(node, false)),
    ],
    (event) => tests.every(({ test, truth }) => test(event) === truth),
    work,
  );
}

type Test = ReturnType<typeof compile>;

/** One condition is asked about in many questions. */
const COMPILED = new WeakMap<Expr, Test>();

function compiled(node: Expr): Test {
  let test = COMPILED.get(node);
  if (test === undefined) COMPILED.set(node, (test = compile(node)));
  return test;
}
