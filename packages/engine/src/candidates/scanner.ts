import { foldUnit } from "@gatehouse-hooks/condition/compile";
import { includes, toLowerCase } from "@gatehouse-hooks/json/intrinsics";
import type { Found } from "./found.js";

/** Finds the policies whose literals occur in a string. */
export interface Scanner {
  /** Adds every policy that listens for a literal of this string; it may add more, never fewer. */
  scan(text: string, found: Found): void;
}

/**
 * Literals are looked for up to this many code units: the rest of a long one is left to the condition itself, and the
 * tables stay small.
 */
export const LITERAL_UNITS = 32;

/** A literal and the position of a policy that listens for it. */
export type WaitingLiteral = readonly [literal: string, position: number];

/** How the code units of a string are compared. */
export type Fold = (code: number) => number;

/** As they are. */
export function exactly(code: number): number {
  return code;
}

/** Each code unit folded (`foldUnit`). */
export function foldUnits(text: string): string {
  let folded = "";
  for (let i = 0; i < text.length; i++) folded += String.fromCharCode(foldUnit(text.charCodeAt(i)));
  return folded;
}

/** A string in which every literal of ASCII is found that the folded string has. */
export function foldedText(text: string): string {
  // Of ASCII and the Kelvin sign lower case is the same; of the two others it leaves one and makes two units of one.
  return includes(text, LONG_S) || includes(text, DOTTED_I) ? foldUnits(text) : toLowerCase(text);
}

const LONG_S = "\u017f";
const DOTTED_I = "\u0130";
