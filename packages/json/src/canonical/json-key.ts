import { quote } from "./json-quote.js";

/** What precedes a key: nothing yet, a value that is written whole, or a string without its end quote. */
export type Before = 0 | 1 | 2;

const BEFORE = ["{", ",", '",'] as const;

/** Longer keys are not kept. */
const KEPT_LENGTH = 64;
/** Pieces kept of one kind. */
const KEPT_PIECES = 2_048;

/**
 * Writes what is between two values of an object: `,"key":`, with the end quote of a string before it and the first
 * quote of a string behind it. Fewer and larger pieces take less time to put together.
 */
export interface JsonKeys {
  readonly beforeText: (key: string, before: Before) => string;
  readonly beforeOther: (key: string, before: Before) => string;
}

/** Keeps the pieces of short keys, a bounded number of them. */
export function jsonKeys(): JsonKeys {
  const texts = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()] as const;
  const others = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()] as const;
  return {
    beforeText: (key, before) => texts[before].get(key) ?? keep(texts[before], key, before, ':"'),
    beforeOther: (key, before) => others[before].get(key) ?? keep(others[before], key, before, ":"),
  };
}

function keep(kept: Map<string, string>, key: string, before: Before, end: string): string {
  // Joined: one string, and not a tree of three that is walked each time it is used.
  const piece = [BEFORE[before], quote(key), end].join("");
  if (key.length <= KEPT_LENGTH) {
    if (kept.size === KEPT_PIECES) kept.clear();
    kept.set(key, piece);
  }
  return piece;
}
