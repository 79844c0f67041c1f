import { BORDER, type Kind } from "@gatehouse-hooks/condition/analysis";
import { type Sample, type TextDemand, TextProgram } from "./text-program.js";

/** A string, none, or not known. */
export type FoundText =
  | { readonly kind: "found"; readonly text: string }
  | { readonly kind: "none" }
  | { readonly kind: "unknown" };

/** How long the string may be, in UTF-16 code units, both inclusive. */
export interface Lengths {
  readonly least: number;
  readonly most: number;
}

/** Work is spent on each instruction that is looked at. */
export interface SearchWork {
  left: number;
}

/** Beyond it lengths are not counted. */
const LONGEST = 2_000;

interface State {
  readonly waits: readonly number[];
  /** The demands that are met, as a string of their numbers. */
  readonly met: ReadonlySet<number>;
  readonly left: Kind;
  readonly points: number;
  readonly from: State | null;
  readonly sample: Sample | null;
}

/**
 * A shortest string that meets every demand: a search through what all demands wait for at once, by the characters that they tell
 * apart.
 *
 * `none` is a proof. It is `unknown` when the work is spent, or where lengths are too large to be counted.
 */
export function findText(demands: readonly TextDemand[], lengths: Lengths, work: SearchWork): FoundText {
  if (lengths.least > lengths.most) return { kind: "none" };
  if (lengths.least > LONGEST) return { kind: "unknown" };
  return new TextSearch(demands, lengths, work).run();
}

class TextSearch {
  readonly #demands: readonly TextDemand[];
  readonly #lengths: Lengths;
  readonly #work: SearchWork;
  readonly #program: TextProgram;
  /** The demands that a match may begin for anywhere. */
  readonly #anywhere: readonly number[];

  constructor(demands: readonly TextDemand[], lengths: Lengths, work: SearchWork) {
    this.#demands = demands;
    this.#lengths = lengths;
    this.#work = work;
    this.#program = new TextProgram(demands.map(({ tree }) => tree));
    this.#anywhere = demands.flatMap((_, owner) => (this.#mayBeginInside(owner) ? [owner] : []));
  }

  run(): FoundText {
    const first = this.#state(this.#program.starts, new Set(), BORDER, null, null);
    if (first === null) return { kind: "none" };
    const known = new Set([this.#key(first)]);
    let short = false;
    for (let front = [first]; front.length > 0;) {
      const next: State[] = [];
      for (const state of front) {
        if (state.points >= this.#lengths.least && this.#accepts(state)) {
          const text = textOf(state);
          if (text.length <= this.#lengths.most) return { kind: "found", text };
          short = true;
        }
        if (state.points >= this.#lengths.most) continue;
        for (const sample of this.#program.samples) {
          if (this.#work.left <= 0) return { kind: "unknown" };
          const after = this.#step(state, sample);
          if (after === null) continue;
          const key = this.#key(after);
          if (known.has(key)) continue;
          known.add(key);
          next.push(after);
        }
      }
      front = next;
    }
    // A string of few characters may still have too many code units, and another one not.
    return { kind: short ? "unknown" : "none" };
  }

  #mayBeginInside(owner: number): boolean {
    for (const { kind } of this.#program.samples) {
      const waits = new Set<number>();
      let matched = false;
      this.#program.gather(this.#program.starts[owner] ?? 0, kind, undefined, waits, () => {
        matched = true;
      });
      if (matched || waits.size > 0) return true;
    }
    return false;
  }

  /** A state with what begins at it; `null` where no string goes on from it. */
  #state(
    starts: Iterable<number>,
    met: ReadonlySet<number>,
    left: Kind,
    from: State | null,
    sample: Sample | null,
  ): State | null {
    const waits = new Set<number>();
    const seen = new Set<number>();
    const matched = new Set<number>(met);
    for (const start of starts)
      this.#program.gather(start, left, undefined, waits, (owner) => matched.add(owner), seen);
    if (from !== null)
      for (const owner of this.#anywhere)
        if (!matched.has(owner))
          this.#program.gather(
            this.#program.starts[owner] ?? 0,
            left,
            undefined,
            waits,
            (each) => matched.add(each),
            seen,
          );
    this.#work.left -= seen.size + 4;
    const kept = [...waits].filter((one) => !matched.has(this.#program.owner(one))).sort((a, b) => a - b);
    if (!this.#goesOn(kept, matched)) return null;
    return { waits: kept, met: matched, left, points: from === null ? 0 : from.points + 1, from, sample };
  }

  /** Nothing forbidden is there, and all that is demanded may still come. */
  #goesOn(waits: readonly number[], met: ReadonlySet<number>): boolean {
    let waited: Set<number> | undefined;
    return this.#demands.every(({ holds }, owner) => {
      if (!holds) return !met.has(owner);
      if (met.has(owner) || this.#anywhere.includes(owner)) return true;
      waited ??= new Set(waits.map((one) => this.#program.owner(one)));
      return waited.has(owner);
    });
  }

  #step(state: State, sample: Sample): State | null {
    const met = new Set(state.met);
    const ready = this.#ready(state, sample.kind, met);
    const nexts = new Set<number>();
    for (const one of ready) {
      const next = this.#program.behind(one, sample);
      if (next >= 0) nexts.add(next);
    }
    this.#work.left -= ready.size;
    return this.#state(nexts, met, sample.kind, state, sample);
  }

  /** What waits for a character when it is known what kind it is. */
  #ready({ waits, left }: State, right: Kind, met: Set<number>): ReadonlySet<number> {
    const ready = new Set<number>();
    const seen = new Set<number>();
    for (const one of waits)
      if (this.#program.waitsForPlace(one))
        this.#program.gather(one, left, right, ready, (owner) => met.add(owner), seen);
      else ready.add(one);
    return ready;
  }

  #accepts(state: State): boolean {
    const met = new Set(state.met);
    this.#ready(state, BORDER, met);
    return this.#demands.every(({ holds }, owner) => met.has(owner) === holds);
  }

  #key({ waits, met, left, points }: State): string {
    const length = points < this.#lengths.least ? points : -1;
    return `${left} ${length} ${waits.join()} ${[...met].sort((a, b) => a - b).join()}`;
  }
}

function textOf(state: State): string {
  let text = "";
  for (let at: State | null = state; at?.sample != null; at = at.from) text = at.sample.text + text;
  return text;
}
