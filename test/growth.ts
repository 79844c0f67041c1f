import { test } from "vitest";
import { isQuickTier, lawRuns } from "./assert-law.js";

/**
 * A test that measures: not one of the quick tier, which has to say the same on a machine that does other work. The deep tier has it;
 * alone: `pnpm test:deep FILE`.
 */
export const testGrowth: typeof test.skip | typeof test = isQuickTier() ? test.skip : test;

/** Between linear (8) and quadratic (64), with room for a machine that does other work. */
export const LINEAR = 24;

/** Between constant (1) and linear (8). */
export const CONSTANT = 4;

/**
 * How the processor time of a call grows from a size to eight times the size: 1 is constant, 8 is linear, 64 is
 * quadratic. Both are measured here and now, so that the machine does not matter.
 *
 * @param limit what the caller allows: a measurement at or over it is repeated, and the least counts.
 */
export function growth(make: (size: number) => () => unknown, size: number, limit: number = LINEAR): number {
  let least = Infinity;
  // Another job on the machine can only make one measurement worse; a wrong growth stays wrong.
  for (let attempt = 0; attempt < 4 && least >= limit; attempt++) {
    least = Math.min(least, processorTime(make(8 * size)) / processorTime(make(size)));
  }
  return least;
}

/**
 * Processor time of one call in microseconds: the mean over enough calls that a clock which ticks every ten milliseconds has
 * moved, since some report nothing between its ticks.
 */
export function processorTime(call: () => unknown): number {
  const longEnough = 20_000 * lawRuns({ quick: 1, deep: 2, full: 4 });
  let times = 1;
  for (;;) {
    const took = measured(call, times);
    if (took > longEnough) return took / times;
    times *= 2;
  }
}

function measured(call: () => unknown, times: number): number {
  const start = process.cpuUsage();
  for (let i = 0; i < times; i++) call();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
