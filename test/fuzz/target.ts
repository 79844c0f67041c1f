import type { Random } from "./random.js";

/** What is fuzzed: one input after the other, as text. */
export interface Target {
  readonly name: string;
  /** Inputs to start from. */
  readonly seeds: readonly string[];
  /** Pieces that a mutation may put in. */
  readonly dictionary: readonly string[];
  /**
   * Runs one input. Answers what was seen, so that inputs which show something new are kept for further mutations.
   *
   * @throws Finding when something is wrong
   */
  run(input: string): string;
  /** Mutates an input with a form of its own; texts are mutated by characters. */
  mutate?(input: string, other: string, random: Random): string;
}

/** A property that does not hold. */
export class Finding extends Error {}

export function finding(what: string): never {
  throw new Finding(what);
}
