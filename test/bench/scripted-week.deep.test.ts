import { expect, test } from "vitest";
import { EVENTS, live, type Moment, scriptedDay, scriptedWeek } from "../../bench/judge/scripted-days.js";

const HOUR_MS = 3_600_000;
const week = scriptedWeek(EVENTS / 10);

/** The questions of the judge, by what it sees of them. */
function questionsOf(moments: readonly Moment[]): readonly string[] {
  return moments.flatMap(({ event }) =>
    event["event"] === "before_tool_call" ? [JSON.stringify(event["params"])] : [],
  );
}

test("an answer that holds for all sessions is asked for once, whatever the judge does not see of an event", async () => {
  const { judge } = await live(week, { signals: true, cache: "global", globalTtlMs: 7 * 24 * HOUR_MS });
  expect(judge).toBe(new Set(questionsOf(week)).size);
  expect(new Set(week.map(({ session }) => session)).size).toBeGreaterThan(50);
});

test("signals and answers that hold for a day keep four of five questions of a week from the model, for a week nine of ten", async () => {
  const full = scriptedWeek(EVENTS);
  const always = await live(full, { signals: false, cache: "none" });
  for (const [days, least] of [
    [1, 0.8],
    [7, 0.9],
  ] as const) {
    const setting = { signals: true, cache: "global", globalTtlMs: days * 24 * HOUR_MS } as const;
    const saved = await live(full, setting);
    const avoided = 1 - (saved.judge + saved.hooks) / (always.judge + always.hooks);
    console.log(`questions of a week avoided, answers kept for ${days} d: ${(100 * avoided).toFixed(1)} %`);
    expect(avoided).toBeGreaterThanOrEqual(least);
  }
}, 120_000);

test("the cache changes no decision, whatever answers last", async () => {
  const day = scriptedDay(EVENTS / 10);
  const { decisions } = await live(day, { signals: true, cache: "none" });
  for (const globalTtlMs of [HOUR_MS / 12, HOUR_MS, 24 * HOUR_MS])
    expect((await live(day, { signals: true, cache: "global", globalTtlMs })).decisions).toEqual(decisions);
});
