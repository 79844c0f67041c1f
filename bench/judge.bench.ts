// Scripted days of an agent: how many questions to a model do signals and the cache save? The model is a function, so the numbers are
// counts, not times.
import { compileSignals } from "@gatehouse-hooks/hooks";

import type { Frame } from "./frame/frame.js";
import { EVENTS, guesses, live, scriptedDay, scriptedWeek, type Setting } from "./judge/scripted-days.js";

/** Counts the questions of a day with each saving on and off, and times the scoring that saves them. */
export default async function bench(frame: Frame): Promise<void> {
  const day = scriptedDay(frame.quick ? EVENTS / 10 : EVENTS);
  const label = `a day of ${day.length} events`;
  const settings: Readonly<Record<string, Setting>> = {
    "ask always": { signals: false, cache: "none" },
    signals: { signals: true, cache: "none" },
    "global cache": { signals: false, cache: "global" },
    "session cache": { signals: false, cache: "session" },
    "signals and global cache": { signals: true, cache: "global" },
    "signals and session cache": { signals: true, cache: "session" },
  };
  // The cache must not change a decision; signals may, that is what they are for.
  await frame.agree(
    "the cache changes nothing",
    {
      "without cache": async (signals: boolean) => (await live(day, { signals, cache: "none" })).decisions,
      "global cache": async (signals: boolean) => (await live(day, { signals, cache: "global" })).decisions,
      "session cache": async (signals: boolean) => (await live(day, { signals, cache: "session" })).decisions,
    },
    [true],
  );
  let base = 0;
  for (const [subject, setting] of Object.entries(settings)) {
    const { judge, hooks, asked, decisions } = await live(day, setting);
    const calls = judge + hooks;
    if (subject === "ask always") base = calls;
    const record = (metric: string, value: number, unit: string): void =>
      frame.record({ subject, case: label, metric, value, unit, ratioTo: "ask always", ratio: calls / base });
    record("calls", calls, "calls");
    record("calls of judge policies", judge, "calls");
    record("calls of hooks", hooks, "calls");
    record("calls avoided", 1 - calls / base, "share");
    record("policies that applied", asked, "verdicts");
    record("denied", decisions.filter((one) => one.startsWith("deny")).length, "events");
  }
  await measureWeek(frame);
  const scorer = compileSignals(guesses);
  const window = scriptedDay(200)
    .flatMap(({ says }) => says ?? [])
    .slice(0, 10);
  await frame.measure("scoring a window of 10 texts", { signals: () => scorer.match(window) });
}

const HOUR_MS = 3_600_000;

/** How long answers hold for all sessions (`globalCacheTtlMs`), and what that saves in a week of many sessions. */
async function measureWeek(frame: Frame): Promise<void> {
  const week = scriptedWeek(frame.quick ? EVENTS / 10 : EVENTS);
  const label = `a week of ${week.length} events`;
  const always = await live(week, { signals: false, cache: "none" });
  const base = always.judge + always.hooks;
  const lifetimes: readonly (readonly [string, number])[] = [
    ["5 minutes", HOUR_MS / 12],
    ["an hour", HOUR_MS],
    ["a day", 24 * HOUR_MS],
    ["a week", 7 * 24 * HOUR_MS],
  ];
  for (const [lifetime, globalTtlMs] of lifetimes) {
    const { judge, hooks } = await live(week, { signals: true, cache: "global", globalTtlMs });
    const ratio = (judge + hooks) / base;
    const subject = `signals and global cache of ${lifetime}`;
    const record = (metric: string, value: number, unit: string): void =>
      frame.record({ subject, case: label, metric, value, unit, ratioTo: "ask always", ratio });
    record("calls", judge + hooks, "calls");
    record("calls avoided", 1 - ratio, "share");
  }
}
