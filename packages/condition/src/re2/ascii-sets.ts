import { newList } from "@gatehouse-hooks/json/intrinsics";
import { codePointsOf } from "../compile/patterns/code-points.js";
import type { CodePoints } from "../compile/patterns/code-points.js";

/**
 * Adds a range to the bounds of others. Under `(?i)`, where it is of ASCII, with what is equal but for its case by Unicode's simple
 * folding, which two characters that are not ASCII have with ASCII letters: the long s, the Kelvin sign.
 */
export function addFolded(bounds: number[], low: number, high: number, fold: boolean): void {
  addBounds(bounds, low, high);
  if (!fold) return;
  addBounds(bounds, (low > 0x41 ? low : 0x41) + 0x20, (high < 0x5a ? high : 0x5a) + 0x20);
  addBounds(bounds, (low > 0x61 ? low : 0x61) - 0x20, (high < 0x7a ? high : 0x7a) - 0x20);
  if (isWithin(0x4b, low, high) || isWithin(0x6b, low, high)) addBounds(bounds, 0x212a, 0x212a);
  if (isWithin(0x53, low, high) || isWithin(0x73, low, high)) addBounds(bounds, 0x017f, 0x017f);
}

/** Nothing where the range is empty. */
function addBounds(bounds: number[], low: number, high: number): void {
  if (low > high) return;
  bounds[bounds.length] = low;
  bounds[bounds.length] = high;
}

/** What each ASCII character stands for, by its code. */
export function asciiSets(fold: boolean): readonly CodePoints[] {
  const sets = newList<CodePoints>();
  for (let code = 0; code < 0x80; code++) {
    const bounds = newList<number>();
    addFolded(bounds, code, code, fold);
    sets[code] = codePointsOf(bounds);
  }
  return sets;
}

function isWithin(code: number, low: number, high: number): boolean {
  return low <= code && code <= high;
}
