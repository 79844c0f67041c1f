import type { Work } from "./work.js";

/** A piece of a pattern: a character, any character, any run, a set. */
export type PatternItem =
  | { readonly kind: "character"; readonly text: string }
  | { readonly kind: "one" }
  | { readonly kind: "many" }
  | {
      readonly kind: "set";
      readonly negated: boolean;
      readonly ranges: readonly (readonly [string, string])[];
    };

const CLASSES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  alpha: [
    ["a", "z"],
    ["A", "Z"],
  ],
  digit: [["0", "9"]],
  alnum: [
    ["a", "z"],
    ["A", "Z"],
    ["0", "9"],
  ],
  upper: [["A", "Z"]],
  lower: [["a", "z"]],
  space: [
    [" ", " "],
    ["\t", "\r"],
  ],
  blank: [
    [" ", " "],
    ["\t", "\t"],
  ],
  punct: [
    ["!", "/"],
    [":", "@"],
    ["[", "`"],
    ["{", "~"],
  ],
  xdigit: [
    ["0", "9"],
    ["a", "f"],
    ["A", "F"],
  ],
};

/** The items of a glob operator: `*`, `?`, `[…]`. `null` for what is not computed (`@(…)`, classes that are not known). */
export function operatorItem(text: string): PatternItem | null {
  if (text === "*") return { kind: "many" };
  if (text === "?") return { kind: "one" };
  if (!text.startsWith("[") || !text.endsWith("]")) return null;
  const negated = /^\[[!^]/.test(text);
  const ranges = rangesOf(text.slice(negated ? 2 : 1, -1));
  return ranges === null ? null : { kind: "set", negated, ranges };
}

/** What is in `[…]`. */
function rangesOf(body: string): (readonly [string, string])[] | null {
  const ranges: (readonly [string, string])[] = [];
  for (let i = 0; i < body.length; i++) {
    const named = body.slice(i, i + 10).match(/^\[:([a-z]+):\]/);
    if (named?.[1] !== undefined) {
      const known = Object.hasOwn(CLASSES, named[1]) ? CLASSES[named[1]] : undefined;
      if (known === undefined) return null;
      ranges.push(...known);
      i += named[0].length - 1;
      continue;
    }
    if (body[i] === "\\") i++;
    const from = body[i] ?? "\\";
    if (body[i + 1] === "-" && i + 2 < body.length) {
      ranges.push([from, body[i + 2] ?? from]);
      i += 2;
    } else ranges.push([from, from]);
  }
  return ranges;
}

/** The whole string matches. Linear in the product of both lengths. */
export function matchesPattern(items: readonly PatternItem[], text: string, work: Work): boolean {
  let item = 0;
  let at = 0;
  let star = -1;
  let mark = 0;
  while (at < text.length) {
    work.spend(1);
    const one = items[item];
    if (one?.kind === "many") {
      star = item++;
      mark = at;
    } else if (one !== undefined && matchesOne(one, text[at] ?? "")) {
      item++;
      at++;
    } else if (star !== -1) {
      item = star + 1;
      at = ++mark;
    } else return false;
  }
  while (items[item]?.kind === "many") item++;
  return item === items.length;
}

function matchesOne(item: PatternItem, character: string): boolean {
  switch (item.kind) {
    case "character":
      return item.text === character;
    case "one":
      return true;
    case "many":
      return false;
    case "set":
      return item.negated !== item.ranges.some(([from, to]) => character >= from && character <= to);
  }
}
