import { newList } from "@gatehouse-hooks/json/intrinsics";
import type { CodePoints } from "./code-points.js";

/**
 * What a pattern says about a string, whatever its syntax was. A string is read by code points; a surrogate without its
 * other half is one. Patterns match anywhere: what has to be at an end of the string says so by `begin` or `end`.
 */
export type TextTree =
  /** One code point of these. */
  | { readonly kind: "set"; readonly set: CodePoints }
  /** No code point, at such a place. */
  | { readonly kind: "place"; readonly place: TextPlace }
  /** One after the other; without parts the empty string. */
  | { readonly kind: "sequence"; readonly parts: readonly TextTree[] }
  | { readonly kind: "choice"; readonly options: readonly TextTree[] }
  /** At most `Infinity` times. */
  | { readonly kind: "repeat"; readonly part: TextTree; readonly least: number; readonly most: number };

/** The ends of the string, of its lines (which a line feed ends), a border of a word (ASCII letters, digits, `_`), or none. */
export type TextPlace = "begin" | "end" | "line-begin" | "line-end" | "word-border" | "no-word-border";

/** The empty string. */
export const nothing: TextTree = { kind: "sequence", parts: newList() };
