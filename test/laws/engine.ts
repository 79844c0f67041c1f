import {
  compilePolicies,
  type Decision,
  type Need,
  type PolicySet,
  step,
  type Verdict,
} from "@gatehouse-hooks/engine";
import { answerNeed, type Case } from "./world.js";

/** Which of the pending needs a driver answers before it steps again. */
export type Asking = "all" | "first" | "last";

/** What one run of an engine over a case gave. */
export interface Run {
  readonly decision: Decision;
  /** The ids of the needs of each pending step, in order. */
  readonly rounds: readonly (readonly string[])[];
  /** The ids of the needs that were answered. */
  readonly asked: readonly string[];
}

/** What laws are stated about: the real engine, or a broken one. */
export interface Engine {
  run(one: Case, asking?: Asking): Run;
}

/** More rounds than this can only be an engine that does not terminate. */
const MAX_ROUNDS = 1000;

/**
 * Drives a case to its decision with verdicts from the given function.
 *
 * @param set its policies, where they are made in another way.
 */
export function drive(
  one: Case,
  asking: Asking,
  answerOf: (need: Need) => Verdict,
  set: PolicySet = compilePolicies(one.policies).set,
): Run {
  const verdicts = new Map<string, Verdict>();
  const rounds: string[][] = [];
  for (;;) {
    const next = step(set, one.event, verdicts);
    if (next.kind === "decided") return { decision: next.decision, rounds, asked: [...verdicts.keys()] };
    rounds.push(next.needs.map((need) => need.id));
    if (rounds.length > MAX_ROUNDS) throw new Error("the engine does not terminate");
    const chosen =
      asking === "all" ? next.needs : asking === "first" ? next.needs.slice(0, 1) : next.needs.slice(-1);
    for (const need of chosen) verdicts.set(need.id, answerOf(need));
  }
}

/** The engine as it is. */
export const realEngine: Engine = {
  run: (one, asking = "all") => drive(one, asking, (need) => answerNeed(one.world, need)),
};
