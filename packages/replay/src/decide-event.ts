import {
  admitEvent,
  type Decision,
  type Event,
  type Need,
  type PolicySet,
  step,
  type Verdict,
} from "@gatehouse-hooks/engine";
import type { RecordedQuestion, Records } from "./replay.js";

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

const NO_VERDICTS: ReadonlyMap<string, Verdict> = new Map();
const NOTHING_ASKED: readonly AskedNeed[] = Object.freeze([]);

/**
 * Decides an event as a driver would that has nothing but records: the door first, then steps until the decision is made or no record
 * answers what is open.
 */
export function decideEvent(set: PolicySet, event: Event, records: Records): Replayed {
  const admission = admitEvent(set, event);
  if (admission.kind === "refused") return malformed(admission.notice.message);
  const first = step(set, admission.event, NO_VERDICTS);
  if (first.kind === "decided")
    return { kind: "decided", decision: first.decision, answered: NOTHING_ASKED, malformed: false };
  const verdicts = new Map<string, Verdict>();
  const answered: AskedNeed[] = [];
  let next = first;
  for (;;) {
    const asked = next.needs.map((need) => ({ need, question: questionOf(need, records) }));
    const news = asked.filter(({ question }) => question.verdict !== null);
    if (news.length === 0) return { kind: "unknown", answered, waiting: asked };
    answered.push(...news);
    for (const { need, question } of news)
      if (question.verdict !== null) verdicts.set(need.id, question.verdict);
    // Every round answers a need that was open, and there are finitely many (law "progress").
    const then = step(set, admission.event, verdicts);
    if (then.kind === "decided")
      return { kind: "decided", decision: then.decision, answered, malformed: false };
    next = then;
  }
}

function questionOf(need: Need, { answer }: Records): RecordedQuestion {
  if (answer !== undefined) return answer(need);
  return { key: `${need.id} ${JSON.stringify(need.event)}`, verdict: null };
}

/** What a host is told of an event that the door refuses. */
function malformed(message: string): Replayed {
  return {
    kind: "decided",
    decision: {
      effect: "deny",
      policy: null,
      reason: message,
      warnings: [],
      context: [],
      systemMessages: [],
      trace: [],
    },
    answered: NOTHING_ASKED,
    malformed: true,
  };
}
