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

/** Conditions ready to run, for questions that ask about the same ones. */
export type ReadyConditions = Map<Expr, ReturnType<typeof compile>>;

/**
 * An event for which the first conditions hold and the others are false.
 *
 * An event that is found was evaluated. `none` is a proof for every event: an evaluation that runs out of budget neither holds
 * nor is false.
 *
 * @param asked conditions made by `parse` or `readAst`
 * @param compiled what earlier questions have made ready; it grows
 */
export function findSuch(
  asked: SuchThat,
  work: EventWork = newWork(),
  compiled: ReadyConditions = new Map(),
): FoundEvent {
  const { hold, fail = [], goals = [] } = asked;
  const test = (node: Expr): ReturnType<typeof compile> => {
    let made = compiled.get(node);
    if (made === undefined) compiled.set(node, (made = compile(node)));
    return made;
  };
  return findEvent(
    [
      ...goals,
      ...hold.map((node) => conditionGoal(node, true)),
      ...fail.map((node) => conditionGoal(node, false)),
    ],
    (event) =>
      hold.every((node) => test(node)(event) === true) && fail.every((node) => test(node)(event) === false),
    work,
  );
}
