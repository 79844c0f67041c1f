import { mutate } from "./mutate.js";
import { randomOf } from "./random.js";
import type { Target } from "./target.js";

export interface FuzzOptions {
  /** Repeats the same inputs. */
  readonly seed: number;
  /** Ends after so many inputs. */
  readonly runs: number;
  /** Ends after so many ms of processor time, if that is earlier. */
  readonly milliseconds: number;
  /** Inputs kept from earlier runs. */
  readonly corpus: readonly string[];
}

export interface FuzzResult {
  readonly runs: number;
  /** Inputs that showed something new. */
  readonly kept: number;
  /** Those of them that another run can start from. */
  readonly pool: readonly string[];
  /** The input and the error that ended the run. */
  readonly finding?: { readonly input: string; readonly error: unknown };
}

/** An input that takes more processor time is a finding: every target is linear in its input. */
const SLOWEST_MS = 2_000;

const MOST_KEPT = 4_000;

/** What was seen is forgotten when it is this much: a run of hours must not fill the memory. */
const MOST_SEEN = 100_000;

/** Runs the corpus, then mutations of it. Stops at the first finding. */
export function fuzz(target: Target, options: FuzzOptions): FuzzResult {
  const random = randomOf(options.seed);
  const pool: string[] = [];
  const seen = new Set<string>();
  const first = [...target.seeds, ...options.corpus];
  const start = process.cpuUsage();
  let runs = 0;
  let kept = 0;
  while (runs < options.runs && (runs % 64 !== 0 || spent(start) < options.milliseconds)) {
    const input = first[runs] ?? next();
    runs++;
    try {
      const before = process.cpuUsage();
      const shown = target.run(input);
      if (spent(before) > SLOWEST_MS) throw new Error("slow");
      if (seen.has(shown) && runs > first.length) continue;
      if (seen.size >= MOST_SEEN) seen.clear();
      seen.add(shown);
      kept++;
      if (pool.length < MOST_KEPT) pool.push(input);
      else pool[random.below(MOST_KEPT)] = input;
    } catch (error) {
      return { runs, kept, pool, finding: { input, error } };
    }
  }
  return { runs, kept, pool };

  function next(): string {
    const [input, other] = [random.pick(pool), random.pick(pool)];
    return target.mutate?.(input, other, random) ?? mutate(input, other, target.dictionary, random);
  }
}

/** Milliseconds of processor time of this process since then. */
function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}
