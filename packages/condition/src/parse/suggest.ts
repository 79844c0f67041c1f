import { nearName } from "@gatehouse-hooks/json";

/** What other languages call the methods of this one, in lower case. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ["contains", "includes"],
  ["indexof", "includes"],
  ["hasprefix", "startsWith"],
  ["hassuffix", "endsWith"],
  ["match", "matches"],
  ["test", "matches"],
  ["regex", "matches"],
  ["tolowercase", "lower"],
  ["tolower", "lower"],
  ["touppercase", "upper"],
  ["toupper", "upper"],
  ["strip", "trim"],
  ["length", "size"],
  ["len", "size"],
  ["count", "size"],
  ["some", "any"],
  ["exists", "any"],
  ["every", "all"],
]);

/** Fewer letters begin too many words. */
const LEAST_START = 5;

/** The candidate that a mistyped or foreign name most likely means, or undefined when none is near. */
export function suggest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > 40) return undefined;
  const foreign = elsewhere.get(name.toLowerCase());
  if (foreign !== undefined && foreign !== name) return foreign;
  const lower = name.toLowerCase();
  // `startsWithAny`: a method with something more.
  return (
    nearName(name, candidates) ??
    candidates.find((one) => one.length >= LEAST_START && lower.startsWith(one.toLowerCase()))
  );
}
