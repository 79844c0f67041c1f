import {
  begin,
  type Decision,
  type Need,
  type PolicySet,
  type Remembered,
  settle,
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

/** It has no objection. */
export const noObjection: AnswerNeed = () => ({ kind: "approve", reason: "" });

/** Decides an event as a driver does, door included; undefined for what is refused there. */
export function answerEvent(
  set: PolicySet,
  given: JsonObject,
  answer: AnswerNeed = noObjection,
  remembered?: Remembered,
): EventAnswer | undefined {
  const begun = begin(set, given, remembered === undefined ? {} : { remembered });
  if (begun.kind === "refused") return undefined;
  const asks: string[] = [];
  if (begun.kind === "decided") return { decision: begun.decision, asks };
  const { decision } = settle(begun, (need) => {
    asks.push(need.policy);
    return answer(need);
  });
  return { decision, asks };
}
