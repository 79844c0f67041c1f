import { newList, part } from "@gatehouse-hooks/json/intrinsics";

/** A set of code points: the first and the last of each range, ascending, with gaps between the ranges. */
export type CodePoints = readonly number[];

export const LAST_CODE_POINT = 0x10ffff;

/** @param bounds the first and the last code point of each range, in any order, which may overlap */
export function codePointsOf(bounds: readonly number[]): CodePoints {
  if (bounds.length > FEW_BOUNDS) return ofHalves(bounds);
  const sorted = newList<number>();
  for (let i = 0; i < bounds.length; i += 2) insertRange(sorted, bounds[i] ?? 0, bounds[i + 1] ?? 0);
  const merged = newList<number>();
  for (let i = 0; i < sorted.length; i += 2) addBehind(merged, sorted[i] ?? 0, sorted[i + 1] ?? 0);
  return merged;
}

/** Adds a range that begins behind the beginning of every other. */
function addBehind(merged: number[], low: number, high: number): void {
  const last = merged.length - 1;
  if (last < 0 || low > (merged[last] ?? 0) + 1) {
    merged[last + 1] = low;
    merged[last + 2] = high;
  } else if (high > (merged[last] ?? 0)) merged[last] = high;
}

/** Of more ranges a half each is put in order by itself: then the time is not quadratic. */
const FEW_BOUNDS = 64;

function ofHalves(bounds: readonly number[]): CodePoints {
  const middle = (bounds.length >> 1) & ~1;
  const left = codePointsOf(part(bounds, 0, middle));
  const right = codePointsOf(part(bounds, middle));
  const merged = newList<number>();
  for (let i = 0, k = 0; i < left.length || k < right.length;) {
    const first = k >= right.length || (i < left.length && (left[i] ?? 0) <= (right[k] ?? 0));
    const low = (first ? left[i] : right[k]) ?? 0;
    const high = (first ? left[i + 1] : right[k + 1]) ?? 0;
    if (first) i += 2;
    else k += 2;
    addBehind(merged, low, high);
  }
  return merged;
}

/** Keeps the ranges in the order of their first code points. */
function insertRange(sorted: number[], low: number, high: number): void {
  let at = sorted.length;
  for (; at > 0 && (sorted[at - 2] ?? 0) > low; at -= 2) {
    sorted[at] = sorted[at - 2] ?? 0;
    sorted[at + 1] = sorted[at - 1] ?? 0;
  }
  sorted[at] = low;
  sorted[at + 1] = high;
}

/** Every other code point. */
export function complement(set: CodePoints): CodePoints {
  const others = newList<number>();
  let next = 0;
  for (let i = 0; i < set.length; i += 2) {
    if ((set[i] ?? 0) > next) {
      others[others.length] = next;
      others[others.length] = (set[i] ?? 0) - 1;
    }
    next = (set[i + 1] ?? 0) + 1;
  }
  if (next <= LAST_CODE_POINT) {
    others[others.length] = next;
    others[others.length] = LAST_CODE_POINT;
  }
  return others;
}

/** How many code points are in it, or `most` where there are more. */
export function countOf(set: CodePoints, most: number): number {
  let count = 0;
  for (let i = 0; i < set.length && count < most; i += 2) count += (set[i + 1] ?? 0) - (set[i] ?? 0) + 1;
  return count < most ? count : most;
}

export function contains(set: CodePoints, code: number): boolean {
  for (let i = 0; i < set.length && code >= (set[i] ?? 0); i += 2) if (code <= (set[i + 1] ?? 0)) return true;
  return false;
}

export function areDisjoint(left: CodePoints, right: CodePoints): boolean {
  for (let i = 0, k = 0; i < left.length && k < right.length;) {
    if ((left[i + 1] ?? 0) < (right[k] ?? 0)) i += 2;
    else if ((right[k + 1] ?? 0) < (left[i] ?? 0)) k += 2;
    else return false;
  }
  return true;
}
