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
export type Waiting = readonly [literal: string, position: number];
