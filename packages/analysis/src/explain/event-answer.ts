import {
  admitEvent,
  type Decision,
  type Need,
  type PolicySet,
  readEvent,
  step,
  type Verdict,
} from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";

/** What a set says to an event: its decision, and whom it asked. */
export interface EventAnswer {
  readonly decision: Decision;
  /** The policies that were asked: judges, commands, functions. */
  readonly asks: readonly string[];
}

/** What a policy that is asked answers. */
export type AnswerNeed = (need: Need) => Verdict;

/** Rounds of needs; an engine that has more of them would not end. */
const MOST_ROUNDS = 100;

/** It has no objection. */
export const noObjection: AnswerNeed = () => ({ kind: "approve", reason: "" });

/** Decides an event as a driver does, door included; undefined for what is refused there. */
export function answerTo(
  set: PolicySet,
  given: JsonObject,
  answer: AnswerNeed = noObjection,
): EventAnswer | undefined {
  const read = readEvent(given);
  if (read.kind === "refused") return undefined;
  const admitted = admitEvent(set, read.event);
  if (admitted.kind === "refused") return undefined;
  const verdicts = new Map<string, Verdict>();
  const asks: string[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = step(set, admitted.event, verdicts);
    if (next.kind === "decided") return { decision: next.decision, asks };
    for (const need of next.needs) {
      asks.push(need.policy);
      verdicts.set(need.id, answer(need));
    }
  }
  return undefined;
}
