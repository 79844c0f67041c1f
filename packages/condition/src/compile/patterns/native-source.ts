import { fromCodePoint, foldRight, mapList, existing } from "@gatehouse-hooks/json/intrinsics";
import { complement } from "./code-points.js";
import type { CodePoints } from "./code-points.js";
import type { TextPlace, TextTree } from "./text-tree.js";
import { matchLengths } from "./tree-measures.js";

/**
 * Whether `nativeSource` means the tree: a match has a character. V8 looks for a match between the two halves of a character, too,
 * where only what needs none can match.
 */
export function isNative(tree: TextTree): boolean {
  return matchLengths(tree).least > 0;
}

/**
 * The tree in the syntax of JavaScript's regular expressions with the flag `u` alone: every character of it is written here, none is
 * the user's. Sets are written by their code points, so that neither dialect's idea of white space, lines or case matters.
 */
export function nativeSource(tree: TextTree): string {
  switch (tree.kind) {
    case "set":
      return setSource(tree.set);
    case "place":
      return placeSource(tree.place);
    case "sequence":
      return `(?:${joined(tree.parts, "")})`;
    case "choice":
      return `(?:${joined(tree.options, "|")})`;
    case "repeat": {
      const { part, least, most } = tree;
      const source =
        part.kind === "place" || part.kind === "repeat" ? `(?:${nativeSource(part)})` : nativeSource(part);
      return `${source}{${numeral(least)},${most === Infinity ? "" : numeral(most)}}`;
    }
  }
}

function joined(trees: readonly TextTree[], between: string): string {
  const sources = mapList(trees, nativeSource);
  return foldRight(
    sources,
    "",
    (after, source, i) => source + (i === sources.length - 1 ? "" : between) + after,
  );
}

function placeSource(place: TextPlace): string {
  switch (place) {
    case "begin":
      return "^";
    case "end":
      return "$";
    case "line-begin":
      return "(?<![^\\n])";
    case "line-end":
      return "(?![^\\n])";
    case "word-border":
      return "\\b";
    case "no-word-border":
      return "\\B";
  }
}

/** A set of more ranges than its complement has is written as that. */
function setSource(set: CodePoints): string {
  const others = complement(set);
  if (others.length < set.length) return `[^${rangesSource(others)}]`;
  const only = set[0] ?? 0;
  return set.length === 2 && set[1] === only ? codeSource(only) : `[${rangesSource(set)}]`;
}

function rangesSource(set: CodePoints): string {
  let source = "";
  for (let i = 0; i < set.length; i += 2) {
    source += codeSource(set[i] ?? 0);
    if (set[i] !== set[i + 1]) source += `-${codeSource(set[i + 1] ?? 0)}`;
  }
  return source;
}

/** A letter or a digit of ASCII as it is, everything else by its number. */
function codeSource(code: number): string {
  const isPlain =
    (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return isPlain ? fromCodePoint(code) : `\\u{${hex(code)}}`;
}

function hex(code: number): string {
  return `${code > 15 ? hex(code >> 4) : ""}${existing("0123456789abcdef"[code & 15])}`;
}

function numeral(count: number): string {
  return `${count}`;
}
