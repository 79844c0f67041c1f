import {
  begin,
  type Decision,
  type Event,
  type Need,
  type PolicySet,
  type Remembered,
  settle,
} from "@gatehouse-hooks/engine";
import { isRecord, type JsonObject, type JsonValue } from "@gatehouse-hooks/json";
import type { RecordedQuestion, Records } from "../replay.js";
import type { Happened } from "../replay-input.js";

/** A need that a record answers, or none does. */
export interface AskedNeed {
  readonly need: Need;
  readonly question: RecordedQuestion;
}

/** What a set says to an event with what records know. */
export type Replayed =
  | {
      readonly kind: "decided";
      readonly decision: Decision;
      readonly answered: readonly AskedNeed[];
      readonly malformed: boolean;
    }
  | {
      readonly kind: "unknown";
      readonly answered: readonly AskedNeed[];
      /** At least one. */
      readonly waiting: readonly AskedNeed[];
    };

/**
 * Decides an event as a driver would that has nothing but records: the door first, then on until the decision is made or no record
 * answers what is open.
 */
export function decideByRecords(
  set: PolicySet,
  event: Event,
  records: Records,
  remembered?: Remembered,
): Replayed {
  const begun = begin(set, event, remembered === undefined ? {} : { remembered });
  const answered: AskedNeed[] = [];
  const settled =
    begun.kind !== "pending"
      ? begun
      : settle(begun, (need) => {
          const question = questionOf(need, records);
          if (question.verdict === null) return undefined;
          answered.push({ need, question });
          return question.verdict;
        });
  if (settled.kind === "pending") {
    const waiting = settled.needs.map((need) => ({ need, question: questionOf(need, records) }));
    return { kind: "unknown", answered, waiting };
  }
  const { kind, decision } = settled;
  return { kind: "decided", decision, answered, malformed: kind === "refused" };
}

function questionOf(need: Need, { answer }: Records): RecordedQuestion {
  if (answer !== undefined) return answer(need);
  return { key: `${need.id} ${JSON.stringify(need.event)}`, verdict: null };
}

/**
 * The event after a call, of the one before it and what a log says became of it; null: the call did not run, or the log does not tell.
 *
 * @param actual the arguments that it ran with, where a hook has changed them
 */
export function afterCall(
  event: JsonObject,
  { outcome }: Pick<Happened, "outcome">,
  actual?: JsonValue,
): JsonObject | null {
  if (event["event"] !== "before_tool_call" || outcome === "denied" || outcome === "unknown") return null;
  const { raw: _, ...known } = event;
  return {
    ...known,
    event: "after_tool_call",
    ...(isRecord(actual) && { params: actual }),
    ...(outcome === "failed" && { error: "the call failed" }),
  };
}

/**
 * A decision as memory takes it: a call that ran was not denied, whatever is decided about it today, so that what restricts has seen it.
 */
export function rememberedDecision(
  event: Event,
  decision: Decision,
  happened: Pick<Happened, "outcome"> | null,
): Decision {
  const ran = happened !== null && happened.outcome !== "denied" && happened.outcome !== "unknown";
  return ran && event.event === "before_tool_call" && decision.effect === "deny"
    ? { ...decision, effect: "abstain" }
    : decision;
}
