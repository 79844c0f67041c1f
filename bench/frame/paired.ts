import type { MeasureOptions, Subject } from "./measure.js";
import { calibrate, timed } from "./measure.js";
import { median, quantile } from "./statistics.js";

/** The median over the rounds, and where it lies in 95 of 100 bootstraps. */
interface Estimate {
  readonly more: number;
  readonly low: number;
  readonly high: number;
}

/** What one subject takes more than another. */
export interface PairedDifference {
  readonly share: Estimate;
  /** Nanoseconds of a call. */
  readonly ns: Estimate;
}

const RESAMPLES = 2_000;

/**
 * Compares two subjects that differ in less than the machine's noise: in each round both run in this process as blocks in the order
 * base, other, other, base, so that what drifts is in both, and their sums are divided. Short blocks and many rounds: what is slow for longer
 * hits a whole round, and the median leaves it out. Of each there are several instances, which take turns: where one lies in memory makes
 * more than a percent, also of two that are the same.
 */
export async function paired(
  base: readonly Subject[],
  other: readonly Subject[],
  options: Required<MeasureOptions>,
): Promise<PairedDifference> {
  let subject: Subject = () => undefined;
  // One loop for both: two that were compiled at different moments differ by percents, as long as the process lives.
  const run = await timed((index) => subject(index), options);
  const of = (subjects: readonly Subject[], instance: number): Subject =>
    subjects[instance % subjects.length] ?? subject;
  const runner = { subject: "base", run, iterations: 1, rounds: [] };
  // Each instance is warm, and as many calls of both are compared.
  for (const one of [...other, ...base]) {
    subject = one;
    await calibrate(runner, options);
  }
  const { iterations } = runner;
  const timeOf = async (one: Subject): Promise<number> => {
    subject = one;
    return await run(iterations);
  };
  const shares: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    // Each of the one meets each of the other.
    const first = of(base, round);
    const second = of(other, round + Math.floor(round / base.length));
    // The order turns around, too: what comes first in a round may find a colder machine.
    const isTurned = Math.floor(round / base.length) % 2 === 1;
    const [outer, inner] = isTurned ? [second, first] : [first, second];
    let ofOuter = await timeOf(outer);
    const ofInner = (await timeOf(inner)) + (await timeOf(inner));
    ofOuter += await timeOf(outer);
    const [ofBase, ofOther] = isTurned ? [ofInner, ofOuter] : [ofOuter, ofInner];
    shares.push(ofOther / Math.max(ofBase, 1) - 1);
    times.push((ofOther - ofBase) / (2 * iterations));
  }
  return { share: estimate(shares), ns: estimate(times) };
}

function estimate(values: readonly number[]): Estimate {
  const medians = bootstrap(values, RESAMPLES);
  return { more: median(values), low: quantile(medians, 0.025), high: quantile(medians, 0.975) };
}

/** Medians of samples drawn from the values with replacement; the same for the same values. */
export function bootstrap(values: readonly number[], resamples: number): readonly number[] {
  let state = 0x9e_37_79_b9;
  const random = (): number => {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return Array.from({ length: resamples }, () =>
    median(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
  );
}
