import type { Need, Verdict } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../../test/assert-law.js";
import { askQuestions } from "../../src/replay/ask/ask-questions.js";
import type { JudgeNeed, LiveQuestion } from "../../src/replay/ask/live-question.js";
import { createQuestionBudget } from "../../src/replay/ask/question-budget.js";

/** A million tokens for one: what a question may take is what it may cost. */
const PRICE = { input: 1_000_000, output: 1_000_000 };

interface Reply {
  /** What it may cost, and what it costs. */
  readonly most: number;
  readonly cost: number;
  readonly kind: "answer" | "failure" | "silence" | "kept";
  /** Turns of the event loop until it is there. */
  readonly turns: number;
}

const replies: fc.Arbitrary<readonly Reply[]> = fc.array(
  fc
    .record({
      most: fc.integer({ min: 0, max: 20 }),
      share: fc.integer({ min: 0, max: 4 }),
      kind: fc.constantFrom("answer", "answer", "answer", "failure", "silence", "kept"),
      turns: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ most, share, kind, turns }): Reply => ({
      ...{ most, turns, cost: Math.floor((most * share) / 4) },
      kind,
    })),
  { maxLength: 25 },
);

function question(key: string, { most }: Reply): LiveQuestion {
  const need = {} as Need as JudgeNeed;
  const tokens = { input: most, output: 0 };
  return { key, need, model: "m", bytes: 0, likely: tokens, most: tokens };
}

function verdictOf({ kind, cost }: Reply): Verdict {
  const usage = { inputTokens: cost, outputTokens: 0 };
  if (kind === "silence") return { kind: "failure", code: "timeout", message: "" };
  if (kind === "failure") return { kind: "failure", code: "bad-reply", message: "", usage };
  return { kind: "deny", reason: "", usage };
}

test("a budget is never overspent, no question is asked twice, and never more than three at once", async () => {
  const ends = new Map<string, number>();
  await assertLaw(
    fc.asyncProperty(replies, fc.integer({ min: 0, max: 120 }), fc.nat(40), async (all, budget, stopAt) => {
      const spending = createQuestionBudget(budget);
      const stop = new AbortController();
      const asked: string[] = [];
      let running = 0;
      let most = 0;
      let real = 0;
      const end = await askQuestions(
        all.map((one, i) => question(String(i), one)),
        {
          ask: async ({ key }) => {
            const one = all[Number(key)];
            if (one === undefined) throw new Error("an unknown question");
            asked.push(key);
            if (asked.length === stopAt) stop.abort();
            most = Math.max(most, ++running);
            for (let turn = 0; turn < one.turns; turn++) await Promise.resolve();
            running--;
            // What comes to nothing may have cost all that it might.
            real += one.kind === "kept" ? 0 : one.kind === "silence" ? one.most : one.cost;
            expect(real).toBeLessThanOrEqual(budget);
            return { verdict: verdictOf(one), isFresh: one.kind !== "kept" };
          },
          price: () => PRICE,
          spending,
          signal: stop.signal,
          onAnswer: () => undefined,
        },
      );
      ends.set(end, (ends.get(end) ?? 0) + 1);
      expect(spending.spent()).toBeCloseTo(real, 6);
      expect(asked).toEqual(all.slice(0, asked.length).map((_, i) => String(i)));
      expect(asked.length === all.length).toBe(end === "done");
      expect(most).toBeLessThanOrEqual(3);
    }),
    { least: 1_000 },
  );
  expect([...ends.keys()].toSorted()).toEqual(["budget", "done", "interrupted"]);
});
