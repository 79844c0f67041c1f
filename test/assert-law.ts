import fc from "fast-check";

/** How often a law is tried in the quick tier, `npm test`, and how often at least where that takes longer than its share. */
const QUICK = 1_000;
const QUICK_LEAST = 250;

/** Seconds of processor time for each law in the quick tier, beyond which only the least is done. */
const QUICK_SHARE = 0.5;

/** How often at least where the quick tier has tried it before. */
const MORE = 100;

/** What the contract asks for: `pnpm laws`. */
const FULL = 20_000;

/** How many runs a law gets where a run is not just a computation. */
export interface LawRuns {
  /** In the quick tier; less than 1,000 where a run is slow. */
  readonly quick?: number;
  /** At least in the tiers after the quick one; 100, or more where rare cases are counted. */
  readonly least?: number;
  /** At most in these: for runs that are processes or trees of files, whose time another process spends. */
  readonly deep?: number;
  /** In `pnpm laws`, where the contract of the law is not 20,000. */
  readonly full?: number;
}

/** How many runs are to be done whatever the time, and how many at most. */
interface Wanted {
  readonly least: number;
  readonly most: number;
  /** Processor time that buys the runs between. */
  readonly seconds: number;
}

/**
 * Asserts a law, and returns on how many runs. The one place that says how many:
 *
 * - `GATEHOUSE_RUNS=n`: n runs of every law. `pnpm laws` sets 20,000.
 * - `GATEHOUSE_LAW_SECONDS=s`, which the deep and the long tier set: what the quick tier has not tried. At least 100 runs, or what the law
 *   says, then more until the law has had s seconds of this process's processor time, or 20,000 runs.
 *   A slow machine tries less, and never fails for it.
 * - else the quick tier: 1,000, or what the law says; of slow ones 250, then more until the law has had half a second.
 *
 * `GATEHOUSE_SEED=n` says which cases are drawn; `pnpm check` makes it from the sources.
 *
 * @param examples cases to try before the random ones.
 * @throws as `fc.assert` does, with the seed and the counterexample.
 */
export function assertLaw<Ts>(law: fc.IAsyncProperty<Ts>, runs?: LawRuns, examples?: Ts[]): Promise<number>;
export function assertLaw<Ts>(law: fc.IProperty<Ts>, runs?: LawRuns, examples?: Ts[]): number;
export function assertLaw<Ts>(
  law: fc.IAsyncProperty<Ts> | fc.IProperty<Ts>,
  runs: LawRuns = {},
  examples: Ts[] = [],
): Promise<number> | number {
  return isAsync(law) ? assertAsync(law, runs, examples) : assertSync(law, runs, examples);
}

async function assertAsync<Ts>(law: fc.IAsyncProperty<Ts>, runs: LawRuns, examples: Ts[]): Promise<number> {
  const batches = new Batches(runs);
  for (let numRuns = batches.next(); numRuns > 0; numRuns = batches.next())
    await fc.assert(law, { numRuns, examples, ...batches.seed });
  return batches.done;
}

function assertSync<Ts>(law: fc.IProperty<Ts>, runs: LawRuns, examples: Ts[]): number {
  const batches = new Batches(runs);
  for (let numRuns = batches.next(); numRuns > 0; numRuns = batches.next())
    fc.assert(law, { numRuns, examples, ...batches.seed });
  return batches.done;
}

function isAsync<Ts>(law: fc.IAsyncProperty<Ts> | fc.IProperty<Ts>): law is fc.IAsyncProperty<Ts> {
  return law.isAsync();
}

/**
 * A law whose runs are slow: the quick tier has the first `quick` of them, the deep one the others. Files that name
 * this function are among those that the deep tier tries.
 */
export function slowLaw(quick: number, all = QUICK): LawRuns {
  return { quick, least: all - quick };
}

/** How many cases a law gets that is not a property of `fast-check`: those of {@link assertLaw}, but for the time. */
export function lawRuns(runs: LawRuns = {}): number {
  return wanted(runs).most;
}

/** Of cases that are slow each, e.g. a process: the first `quick` in the quick tier, the others in the deep one, all by `pnpm laws`. */
export function tierRows<Row>(quick: number, rows: readonly Row[]): readonly Row[] {
  if (isLaterTier()) return rows.slice(quick);
  return rows.slice(0, lawRuns({ quick, deep: rows.length }));
}

/** Of cases that differ little, e.g. one for each event: each `nth` in the quick tier, the others in the deep one, all by `pnpm laws`. */
export function everyNth<Row>(nth: number, rows: readonly Row[]): readonly Row[] {
  if (!isLaterTier() && !isQuickTier()) return rows;
  return rows.filter((_, at) => (at % nth === 0) === isQuickTier());
}

/** Whether this is the deep or the long tier, which come after the quick one and try what that has left out. */
export function isLaterTier(): boolean {
  return countFrom("GATEHOUSE_RUNS") === undefined && countFrom("GATEHOUSE_LAW_SECONDS") !== undefined;
}

/** Whether neither a later tier runs nor the whole contract of the laws. */
export function isQuickTier(): boolean {
  return countFrom("GATEHOUSE_RUNS") === undefined && countFrom("GATEHOUSE_LAW_SECONDS") === undefined;
}

function wanted({ quick = QUICK, least: more = Math.min(quick, MORE), deep, full = FULL }: LawRuns): Wanted {
  const exactly = countFrom("GATEHOUSE_RUNS");
  if (exactly !== undefined) {
    const runs = Math.ceil((exactly * full) / FULL);
    return { least: runs, most: runs, seconds: 0 };
  }
  // Where a later tier has a number of its own, it is the most, also below what laws get without one.
  const seconds = countFrom("GATEHOUSE_LAW_SECONDS");
  if (seconds === undefined) {
    const most = Math.min(quick, QUICK);
    return { least: Math.min(most, Math.max(more, QUICK_LEAST)), most, seconds: QUICK_SHARE };
  }
  const least = Math.min(more, deep ?? more);
  return { least, most: Math.max(least, deep ?? full), seconds };
}

/** The runs of a law in pieces, each with a seed of its own: between two it is seen how much time is left. */
class Batches {
  done = 0;
  readonly #wanted: Wanted;
  readonly #start = process.cpuUsage();

  constructor(runs: LawRuns) {
    this.#wanted = wanted(runs);
  }

  /** Where the environment says one: another for each piece, or all would be the same. */
  get seed(): { readonly seed?: number } {
    const given = countFrom("GATEHOUSE_SEED");
    return given === undefined ? {} : { seed: given + this.done };
  }

  /** How many runs come next; 0 at the end. */
  next(): number {
    const { least, most, seconds } = this.#wanted;
    const { user, system } = process.cpuUsage(this.#start);
    const spent = (user + system) / 1e6;
    const runs = this.done === 0 ? least : Math.ceil((this.done * (seconds - spent)) / spent);
    const some = Math.max(0, Math.min(runs, most - this.done));
    this.done += some;
    return some;
  }
}

/** A positive number from the environment. */
function countFrom(name: string): number | undefined {
  const given = Number(process.env[name] ?? "");
  return Number.isFinite(given) && given > 0 ? given : undefined;
}
