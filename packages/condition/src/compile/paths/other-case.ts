import {
  codePointAt,
  fromCodePoint,
  newList,
  toLowerCase,
  toUpperCase,
} from "@gatehouse-hooks/json/intrinsics";
import { type CodePoints, codePointsOf, countOf } from "../patterns/code-points.js";

/** A larger set is one that leaves something out, or has both cases of what it has. */
const MOST_FOLDED = 512;

/**
 * The set with the other case of each of its characters, where that is one character. Large sets are left as they are: beside a
 * small one, which has both cases, nothing more of them is needed.
 */
export function withOtherCase(set: CodePoints): CodePoints {
  if (countOf(set, MOST_FOLDED) >= MOST_FOLDED) return set;
  const bounds = newList<number>();
  for (let i = 0; i < set.length; i += 2)
    for (let code = set[i] as number; code <= (set[i + 1] as number); code++) addBoth(bounds, code);
  return codePointsOf(bounds);
}

/** The character, and those that it is equal to. */
export function charactersOf(code: number, folds: boolean): CodePoints {
  const bounds = newList<number>();
  if (folds) {
    addBoth(bounds, code);
    return codePointsOf(bounds);
  }
  bounds[0] = code;
  bounds[1] = code;
  return bounds;
}

function addBoth(bounds: number[], code: number): void {
  const small = only(toLowerCase(fromCodePoint(code))) ?? code;
  const capital = only(toUpperCase(fromCodePoint(code))) ?? code;
  add(bounds, code);
  add(bounds, small);
  add(bounds, capital);
  add(bounds, only(toUpperCase(fromCodePoint(small))) ?? code);
  add(bounds, only(toLowerCase(fromCodePoint(capital))) ?? code);
}

function add(bounds: number[], code: number): void {
  bounds[bounds.length] = code;
  bounds[bounds.length] = code;
}

/** The code point of a string that has one. */
function only(text: string): number | undefined {
  const code = codePointAt(text, 0);
  return code !== undefined && text.length === (code > 0xffff ? 2 : 1) ? code : undefined;
}
