import { decide, compilePolicies, step, type Verdict } from "@gatehouse-hooks/engine";
import type { Engine } from "../engine.js";
import { answerNeed } from "../world.js";

/** Breaks confluence: asks one round and takes the rest for failures. */
export const guesses: Engine = {
  run: (one, asking = "all") => {
    const { set } = compilePolicies(one.policies);
    const next = step(set, one.event, new Map());
    const needs = next.kind === "pending" ? next.needs : [];
    const chosen = asking === "all" ? needs : asking === "first" ? needs.slice(0, 1) : needs.slice(-1);
    const verdicts = new Map<string, Verdict>(chosen.map((need) => [need.id, answerNeed(one.world, need)]));
    return { decision: decide(set, one.event, verdicts), rounds: [], asked: [...verdicts.keys()] };
  },
};
