import {
  fromCodePoint,
  MapOf,
  mapGet,
  mapList,
  mapSet,
  newList,
  Uint16Of,
  existing,
} from "@gatehouse-hooks/json/intrinsics";
import { contains } from "./code-points.js";
import type { CodePoints } from "./code-points.js";

/** The code points that a set of sets does not tell apart are one class, by its number. */
export class CharacterClasses {
  /** A code point of each class. */
  readonly samples: readonly number[];
  /** The class of each ASCII character. */
  readonly ascii: Uint16Array;
  /** The first code point of each range whose code points are of one class, ascending, and their classes. */
  readonly #starts: readonly number[];
  readonly #classes: readonly number[];

  constructor(sets: readonly CodePoints[]) {
    const starts = startsOf(sets);
    const samples = newList<number>();
    const known = new MapOf<string, number>();
    this.#classes = mapList(starts, (start) => {
      let key = "";
      for (let i = 0; i < sets.length; i++) if (contains(existing(sets[i]), start)) key += fromCodePoint(i);
      const old = mapGet(known, key);
      if (old !== undefined) return old;
      samples[samples.length] = start;
      mapSet(known, key, samples.length - 1);
      return samples.length - 1;
    });
    this.#starts = starts;
    this.samples = samples;
    this.ascii = new Uint16Of(0x80);
    for (let code = 0; code < 0x80; code++) this.ascii[code] = this.of(code);
  }

  of(code: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= code) low = middle;
      else high = middle - 1;
    }
    return this.#classes[low] ?? 0;
  }
}

/** Where a set begins, or is over, in ascending order. */
function startsOf(sets: readonly CodePoints[]): readonly number[] {
  const starts = newList<number>();
  starts[0] = 0;
  const add = (code: number): void => {
    let at = starts.length;
    while ((starts[at - 1] ?? 0) > code) at--;
    if (starts[at - 1] === code) return;
    for (let i = starts.length; i > at; i--) starts[i] = starts[i - 1] ?? 0;
    starts[at] = code;
  };
  for (let k = 0; k < sets.length; k++) {
    const set = existing(sets[k]);
    for (let i = 0; i < set.length; i += 2) {
      add(set[i] ?? 0);
      if ((set[i + 1] ?? 0) < 0x10ffff) add((set[i + 1] ?? 0) + 1);
    }
  }
  return starts;
}
