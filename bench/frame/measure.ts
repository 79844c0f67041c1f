import { asyncBatchLoop, batchLoop } from "./batch-loop.js";
import { median, spread } from "./statistics.js";

/** What is timed: called with 0, 1, 2 … so that it can walk through its inputs. */
export type Subject = (index: number) => unknown;

export interface MeasureOptions {
  /** `cpu` (the default) does not count time spent waiting for a core; `wall` does, and also waiting for I/O. */
  readonly clock?: "cpu" | "wall";
  /** Rounds in which each subject runs one batch. */
  readonly rounds?: number;
  /** Length of a batch in ms. */
  readonly batchMs?: number;
  /** Time each subject runs before the first round, in ms. */
  readonly warmMs?: number;
  /** The subjects return promises: each is awaited before the next call. */
  readonly async?: boolean;
}

/** How one subject did: medians over the rounds. */
export interface Measurement {
  readonly subject: string;
  /** Nanoseconds per call. */
  readonly ns: number;
  /** Median of the per-round ratios to the reference: both ran within the same few milliseconds. */
  readonly ratio: number;
  /** Half the inter-quartile range as a share of the median. */
  readonly spread: number;
}

interface Runner {
  readonly subject: string;
  readonly run: (iterations: number) => Promise<number>;
  iterations: number;
  readonly rounds: number[];
}

/**
 * Times subjects side by side in this process: every round runs one batch of each, and the order rotates, so
 * that a slow spell of the machine hits all of them. Ratios are to the first subject unless `reference` is given.
 */
export async function measure(
  subjects: Readonly<Record<string, Subject>>,
  reference: string,
  options: Required<MeasureOptions>,
): Promise<Measurement[]> {
  const runners: Runner[] = [];
  for (const [subject, call] of Object.entries(subjects)) {
    runners.push({ subject, run: await timed(call, options), iterations: 1, rounds: [] });
  }
  for (const runner of runners) await calibrate(runner, options);
  for (let round = 0; round < options.rounds; round++) {
    for (let place = 0; place < runners.length; place++) {
      const runner = runners[(round + place) % runners.length];
      if (runner !== undefined) runner.rounds.push((await runner.run(runner.iterations)) / runner.iterations);
    }
  }
  const base = runners.find((runner) => runner.subject === reference);
  if (base === undefined)
    throw new Error(`expected the reference \`${reference}\` to be one of the subjects`);
  return runners.map((runner) => ({
    subject: runner.subject,
    ns: median(runner.rounds),
    ratio: median(
      runner.rounds.map((ns, round) => ns / Math.max(base.rounds[round] ?? ns, Number.MIN_VALUE)),
    ),
    spread: spread(runner.rounds),
  }));
}

/** A loop over a subject that says how many nanoseconds it took. */
export async function timed(
  call: Subject,
  options: Required<MeasureOptions>,
): Promise<(iterations: number) => Promise<number>> {
  const now = options.clock === "cpu" ? cpuNs : wallNs;
  if (options.async) {
    const loop = await asyncBatchLoop();
    return async (iterations) => {
      const start = now();
      await loop(call, iterations);
      return now() - start;
    };
  }
  const loop = await batchLoop();
  return (iterations) => {
    const start = now();
    loop(call, iterations);
    return Promise.resolve(now() - start);
  };
}

/** Doubles the batch until it is long enough to time, runs warm, then scales to the wished length. */
export async function calibrate(runner: Runner, options: Required<MeasureOptions>): Promise<void> {
  const wishedNs = options.batchMs * 1e6;
  const warmUntil = wallNs() + options.warmMs * 1e6;
  let elapsed = await runner.run(runner.iterations);
  while (elapsed < wishedNs / 2 && runner.iterations < 2 ** 30) {
    runner.iterations *= 2;
    elapsed = await runner.run(runner.iterations);
  }
  while (wallNs() < warmUntil) await runner.run(runner.iterations);
  // The first calls compile: a batch that was long enough then may be a single call, which is shorter than the clock can tell.
  for (;;) {
    let quickest = Infinity;
    for (let i = 0; i < 3; i++) quickest = Math.min(quickest, await runner.run(runner.iterations));
    if (quickest >= wishedNs / 4 || runner.iterations >= 2 ** 30) {
      runner.iterations = Math.max(1, Math.round((runner.iterations * wishedNs) / quickest));
      return;
    }
    runner.iterations *= 2;
  }
}

function cpuNs(): number {
  const usage = process.cpuUsage();
  return (usage.user + usage.system) * 1000;
}

function wallNs(): number {
  return performance.now() * 1e6;
}
