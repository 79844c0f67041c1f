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
  /** As in a condition. `has`: the value is present, whatever it is. */
  readonly operator: Exclude<CompareOperator, "in" | "!="> | "includes" | "startsWith" | "endsWith" | "has";
  /** `null` for `has`. */
  readonly value: null | boolean | number | string;
}

/** The value is present. */
export function present(path: AtomPath): Atom {
  return { path, of: "value", operator: "has", value: null };
}

/** A string, list or object with more units, elements or keys than this. */
export function largerThan(path: AtomPath, value: number): Atom {
  return { path, of: "size", operator: ">", value };
}
