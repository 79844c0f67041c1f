import { MapOf, mapGet, mapSet } from "@gatehouse-hooks/json/intrinsics";
import type { TextTree } from "./text-tree.js";

/** Reads a pattern of one syntax: each has a function of its own. */
export type ReadPattern = (source: string) => TextTree;

/** Sizes that are kept at once: about as many patterns as a set of policies has. */
const MOST_SIZES = 512;

let sizes = new MapOf<ReadPattern, Map<string, number>>();
let count = 0;

/**
 * The size of a pattern, which is found once for all that have its text: to make an automaton's states takes as long as everything
 * else that is done to a condition, and one set of policies has the same patterns many times, when it is read, when it is
 * stored, and when a file of it has changed. When there are too many, all are forgotten.
 */
export function knownSize(source: string, read: ReadPattern, find: () => number): number {
  const known = mapGet(mapGet(sizes, read) ?? none, source);
  if (known !== undefined) return known;
  const size = find();
  if (count >= MOST_SIZES) {
    sizes = new MapOf<ReadPattern, Map<string, number>>();
    count = 0;
  }
  const ofReader = mapGet(sizes, read) ?? new MapOf<string, number>();
  mapSet(ofReader, source, size);
  mapSet(sizes, read, ofReader);
  count++;
  return size;
}

const none: ReadonlyMap<string, number> = new MapOf();
