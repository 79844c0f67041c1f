import {
  type Decision,
  type Finished,
  type Need,
  type PolicySet,
  runsInAnyCase,
  settle,
  type Unfinished,
  type Verdict,
} from "@gatehouse-hooks/engine";
import type { Urgency } from "./queue.js";

/** A verdict that was at hand. */
export interface Answered {
  readonly kind: "answered";
  readonly verdict: Verdict;
}

/** A question on its way. */
export interface Asked {
  readonly kind: "asked";
  /** Never rejects. */
  readonly verdict: Promise<Verdict>;
  /** The decision surely needs the answer now. */
  raise(): void;
  /** The answer is no longer wanted. */
  cancel(): void;
}

/** Asks the question of a need. */
export type Ask = (need: Need, urgency: Urgency) => Answered | Asked;

/** How much of one event is asked at the same time. */
interface DriveLimits {
  readonly limit: number;
  /** Judges are asked before it is certain that their answer is wanted. */
  readonly lookahead: boolean;
}

/**
 * Settles until the decision is made, with up to `limit` questions of the event on their way, in order of evaluation. The
 * decision is the one that asking one at a time gives (law "confluence"): the engine decides, this only fetches.
 *
 * The first need is certain: no earlier policy can make it unnecessary. A later one is asked ahead only where `mayAskAhead`
 * allows, and cancelled as soon as an answer makes it unnecessary: after a deny no further policy is asked (document 000,
 * "Supported events").
 *
 * Every answer is a new verdict, and needs are finitely many, so it ends when every question does.
 *
 * @param first what `begin` says
 */
export async function drive(
  first: Finished | Unfinished,
  ask: Ask,
  { limit, lookahead }: DriveLimits,
): Promise<Decision> {
  const verdicts = new Map<string, Verdict>();
  const asked = new Map<string, Asked>();
  let wake = (): void => undefined;

  /** True when the verdict is there already. */
  const start = (need: Need, urgency: Urgency): boolean => {
    const question = ask(need, urgency);
    if (question.kind === "answered") {
      verdicts.set(need.id, question.verdict);
      return true;
    }
    asked.set(need.id, question);
    void question.verdict.then((verdict) => {
      // Cancelled questions answer, too.
      if (asked.get(need.id) !== question) return;
      asked.delete(need.id);
      verdicts.set(need.id, verdict);
      wake();
    });
    return false;
  };

  const cancelAllBut = (needs: readonly Need[]): void => {
    const wanted = new Set(needs.map((need) => need.id));
    for (const [id, question] of asked) {
      if (wanted.has(id)) continue;
      asked.delete(id);
      question.cancel();
    }
  };

  try {
    for (let next = first; ; next = settle(next, verdicts)) {
      if (next.kind === "decided") return next.decision;
      if (asked.size > 0) cancelAllBut(next.needs);
      let answered = 0;
      for (const [position, need] of next.needs.entries()) {
        const urgency = position === 0 ? "certain" : "speculative";
        const question = asked.get(need.id);
        if (question !== undefined) {
          if (urgency === "certain") question.raise();
        } else if (
          urgency === "certain" ||
          (asked.size + answered < limit && mayAskAhead(next.set, need, lookahead))
        ) {
          if (start(need, urgency)) answered++;
        }
      }
      // Answers on their way come in a later turn, when there is a listener.
      if (answered === 0) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    for (const question of asked.values()) question.cancel();
    asked.clear();
  }
}

/**
 * Whether the answer to a need may be fetched before it is certain that the decision wants it. A judge only reads, so
 * asking it in vain costs money, not safety, and `lookahead` says whether time is worth more; a command or a function
 * acts, so it is started ahead only when its format says that it runs in any case.
 */
function mayAskAhead(set: PolicySet, need: Need, lookahead: boolean): boolean {
  return (lookahead && need.handler.kind === "judge") || runsInAnyCase(set, need);
}
