import type { Path } from "@gatehouse-hooks/condition/analysis";
import { type JsonObject, type JsonValue, own, isList } from "@gatehouse-hooks/json";

/** A property of an event that is another one in a changed event; a value that is absent is missing there. */
export interface FieldChange {
  readonly path: Path;
  readonly from?: JsonValue;
  readonly to?: JsonValue;
}

/** The value at a path; undefined where there is none. */
export function valueAt(event: JsonValue | undefined, path: Path): JsonValue | undefined {
  let value = event;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = isList(value) ? (typeof key === "number" ? value[key] : undefined) : own(value, String(key));
  }
  return value;
}

/** A copy with another value at a path, or without one; what the path leads through becomes an object where it is not there. */
export function withValue(event: JsonObject, path: Path, to: JsonValue | undefined): JsonObject {
  return changed(event, path, to) as JsonObject;
}

function changed(
  value: JsonValue | undefined,
  [key, ...rest]: Path,
  to: JsonValue | undefined,
): JsonValue | undefined {
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    if (typeof key !== "number" || key >= items.length) return items;
    return items.map((item, i) => (i === key ? (changed(item, rest, to) ?? null) : item));
  }
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const inner = changed(members.find(([name]) => name === String(key))?.[1], rest, to);
  const kept = members.filter(([name]) => name !== String(key));
  const at = members.findIndex(([name]) => name === String(key));
  if (inner !== undefined) kept.splice(at < 0 ? kept.length : at, 0, [String(key), inner]);
  return Object.fromEntries(kept);
}

/** How far two values are apart: what comes first counts most. */
export type Distance = readonly [words: number, behindStart: number, characters: number];

/** Longer strings are not compared. */
const MOST_COMPARED = 20_000;

/** Of strings: words that only one has, what is behind their common beginning, and all that is not common at their ends. */
export function distanceOf(from: JsonValue | undefined, to: JsonValue | undefined): Distance {
  const compared = [from, to].every((value) => typeof value === "string" && value.length <= MOST_COMPARED);
  if (!compared || typeof from !== "string" || typeof to !== "string") {
    const size = (value: JsonValue | undefined): number =>
      value === undefined ? 1 : JSON.stringify(value).length;
    return [2, 0, size(from) + size(to)];
  }
  const words = apart(wordsOf(from), wordsOf(to));
  const characters = apart(from, to);
  return [words.only, from.length - characters.start, characters.only];
}

export function addedDistance(one: Distance, other: Distance): Distance {
  return [one[0] + other[0], one[1] + other[1], one[2] + other[2]];
}

export function isNearer(one: Distance, other: Distance): boolean {
  const place = one.findIndex((count, i) => count !== other[i]);
  return place >= 0 && (one[place] ?? 0) < (other[place] ?? 0);
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** How much two sequences have in common at their beginnings, and how much of both is in neither end. */
function apart(
  from: ArrayLike<string>,
  to: ArrayLike<string>,
): { readonly start: number; readonly only: number } {
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from[start] === to[start]) start++;
  let end = 0;
  while (end < most - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  return { start, only: from.length + to.length - 2 * (start + end) };
}
