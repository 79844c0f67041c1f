import { BORDER, type Kind, OTHER } from "@gatehouse-hooks/condition/analysis";
import { MOST_DEMANDS, type Sample, type TextDemand, JoinedProgram } from "./joined-program.js";

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
  /** Ascending. */
  readonly waits: readonly number[];
  /** The demands that are met, as bits. */
  readonly met: number;
  readonly left: Kind;
  readonly points: number;
  readonly from: State | null;
  readonly sample: Sample | null;
}

/**
 * A shortest string that meets every demand: a search through what all demands wait for at once, by the characters that they tell
 * apart.
 *
 * `none` is a proof. It is `unknown` when the work is spent, where lengths are too large to be counted, or demands too many.
 */
export function findText(demands: readonly TextDemand[], lengths: Lengths, work: SearchWork): FoundText {
  if (lengths.least > lengths.most) return { kind: "none" };
  const held = demands.filter(({ holds }) => holds).length;
  if (held > MOST_DEMANDS) return { kind: "unknown" };
  if (lengths.least > LONGEST) {
    // None is none of any length.
    const any = findText(demands, { least: 0, most: Infinity }, work);
    return any.kind === "none" ? any : { kind: "unknown" };
  }
  return new TextSearch(demands, 2 ** held - 1, lengths, work).run();
}

class TextSearch {
  readonly #all: number;
  readonly #lengths: Lengths;
  readonly #work: SearchWork;
  readonly #program: JoinedProgram;
  /** The demands for which a match may begin anywhere, as bits. */
  readonly #anywhere: number;
  /** Where matches begin that may begin inside of a string. */
  readonly #inside: readonly number[];
  /** In which state an instruction was added last. */
  readonly #stamps: number[] = [];
  #stamp = 0;

  constructor(demands: readonly TextDemand[], all: number, lengths: Lengths, work: SearchWork) {
    this.#all = all;
    this.#lengths = lengths;
    this.#work = work;
    this.#program = new JoinedProgram(demands);
    this.#inside = this.#program.starts.filter((start) => this.#mayBeginInside(start));
    this.#anywhere = this.#inside.reduce((bits, start) => bits | this.#program.bit(start), 0);
  }

  run(): FoundText {
    const first = this.#state(this.#program.starts, 0, BORDER, null, null);
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
        if (this.#work.left <= 0) return { kind: "unknown" };
        for (const after of this.#behind(state)) {
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

  #mayBeginInside(start: number): boolean {
    return this.#program.samples.some(({ kind }) => {
      const { waits, met, forbidden } = this.#program.waiting(start, kind);
      return waits.length > 0 || met !== 0 || forbidden;
    });
  }

  /** The states behind each character, those once that no demand tells apart here. */
  #behind(state: State): readonly State[] {
    const states: State[] = [];
    const known = new Set<string | number>();
    const nexts: number[] = [];
    const ready = new Map<Kind, Ready | null>();
    for (const sample of this.#program.samples) {
      const { kind } = sample;
      let now = ready.get(kind);
      if (now === undefined) ready.set(kind, (now = this.#ready(state, kind)));
      if (now === null) continue;
      nexts.length = 0;
      for (const one of now.waits) {
        const next = this.#program.behind(one, sample);
        if (next >= 0) nexts.push(next);
      }
      this.#work.left -= now.waits.length;
      const key = keyOf(kind, nexts);
      if (known.has(key)) continue;
      known.add(key);
      const after = this.#state(nexts, now.met, kind, state, sample);
      if (after !== null) states.push(after);
    }
    return states;
  }

  /** A state with what begins at it; `null` where no string goes on from it. */
  #state(
    starts: readonly number[],
    before: number,
    left: Kind,
    from: State | null,
    sample: Sample | null,
  ): State | null {
    this.#stamp++;
    const waits: number[] = [];
    let met = this.#gather(starts, left, before, waits);
    if (met >= 0 && from !== null) met = this.#gather(this.#inside, left, met, waits);
    if (met < 0) return null;
    this.#work.left -= waits.length + 4;
    let waited = met | this.#anywhere;
    let kept = 0;
    for (const one of waits) {
      const bit = this.#program.bit(one);
      waited |= bit;
      if ((met & bit) === 0) waits[kept++] = one;
    }
    // Something that is demanded cannot come any more.
    if ((waited & this.#all) !== this.#all) return null;
    waits.length = kept;
    if (kept > 1) waits.sort(ascending);
    return { waits, met, left, points: from === null ? 0 : from.points + 1, from, sample };
  }

  /** Adds what is waited for from these on, each once: what is met then; -1 where something forbidden has matched. */
  #gather(starts: readonly number[], left: Kind, before: number, waits: number[]): number {
    let met = before;
    for (const start of starts) {
      const waiting = this.#program.waiting(start, left);
      if (waiting.forbidden) return -1;
      met |= waiting.met;
      for (const one of waiting.waits) {
        if (this.#stamps[one] === this.#stamp) continue;
        this.#stamps[one] = this.#stamp;
        waits.push(one);
      }
    }
    return met;
  }

  /** What waits for a character when it is known what kind it is; `null` where something forbidden has matched. */
  #ready({ waits, left, met: before }: State, right: Kind): Ready | null {
    const ready: number[] = [];
    let met = before;
    for (const one of waits) {
      if (!this.#program.waitsForPlace(one)) {
        ready.push(one);
        continue;
      }
      const waiting = this.#program.waiting(one, left, right);
      if (waiting.forbidden) return null;
      met |= waiting.met;
      for (const other of waiting.waits) if (!ready.includes(other)) ready.push(other);
    }
    return { waits: ready, met };
  }

  #accepts(state: State): boolean {
    const end = this.#ready(state, BORDER);
    return end !== null && (end.met & this.#all) === this.#all;
  }

  #key({ waits, met, left, points }: State): string {
    const length = points < this.#lengths.least ? points : -1;
    return `${left} ${length} ${met} ${waits.join()}`;
  }
}

interface Ready {
  readonly waits: readonly number[];
  readonly met: number;
}

/** Most characters lead nowhere, or to one place. */
function keyOf(kind: Kind, nexts: readonly number[]): string | number {
  if (nexts.length < 2) return kind + (OTHER + 1) * ((nexts[0] ?? -1) + 1);
  return `${kind} ${nexts.join()}`;
}

function ascending(one: number, other: number): number {
  return one - other;
}

function textOf(state: State): string {
  let text = "";
  for (let at: State | null = state; at?.sample != null; at = at.from) text = at.sample.text + text;
  return text;
}
