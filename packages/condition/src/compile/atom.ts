import { charCodeAt, slice, toLowerCase } from "@gatehouse-hooks/json/intrinsics";
import type { CompareOperator } from "../ast.js";

/** A path from the event's root to the values that an atom tests: where `null` is, it goes on from each element of a list. */
export type AtomPath = readonly (string | number | null)[];

/**
 * A test of the values at one path against a constant. It holds when one of them passes: there is one, present or missing, but for
 * a path through the elements of lists.
 */
export interface Atom {
  readonly path: AtomPath;
  /**
   * What is compared: the value itself; a string unit by unit without its case (`foldUnit`), with a constant that is folded ASCII; or what
   * `size()` says of the value.
   */
  readonly of: "value" | "folded" | "size";
  /**
   * As in a condition. `has`: the value is present, whatever it is. `overlaps`: the value is a string, and of the string up to
   * its first `*`, `?`, `[`, `{` and the constant one begins with the other, without regard to backslashes and to what is behind
   * the first character that is not ASCII. `touches`: the value is a string, and a fact with this spelling may touch one of the
   * globs of the constant, as far as the string says (`GlobTable`).
   */
  readonly operator:
    | Exclude<CompareOperator, "in" | "!=">
    | "includes"
    | "startsWith"
    | "endsWith"
    | "overlaps"
    | "touches"
    | "has";
  /** `null` for `has`. */
  readonly value: null | boolean | number | string;
}

/** The value is present. */
export function present(path: AtomPath): Atom {
  return { path, of: "value", operator: "has", value: null };
}

/** A list with an element, or a string or object that is not empty. */
export function nonEmpty(path: AtomPath): Atom {
  return largerThan(path, 0);
}

/** @param prefix of the strings of a glob */
export function prefixAtom(path: AtomPath, prefix: string): Atom {
  const value = asciiPrefix(prefix);
  return value === "" ? present(path) : { path, of: "folded", operator: "overlaps", value };
}

/** Up to the first character that is not ASCII, in small letters. */
function asciiPrefix(text: string): string {
  let end = 0;
  while (end < text.length && charCodeAt(text, end) < 0x80) end++;
  return toLowerCase(slice(text, 0, end));
}

/** A string, list or object with more units, elements or keys than this. */
export function largerThan(path: AtomPath, value: number): Atom {
  return { path, of: "size", operator: ">", value };
}
