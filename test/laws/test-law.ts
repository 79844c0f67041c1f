import fc from "fast-check";
import { expect, test } from "vitest";
import { type Engine, realEngine } from "./engine.js";
import { assertLaw, isLaterTier, type LawRuns } from "../assert-law.js";

/** A law about an engine, or something else that can be broken, as a property. */
export type Law<Case, Subject = Engine> = (subject: Subject) => fc.IProperty<Case>;

/**
 * States a law of the real engine, and that it catches an engine which breaks it.
 *
 * @param seed of a search that soon finds what is broken, where few cases show it
 */
export function testLaw<Case>(
  name: string,
  law: Law<Case>,
  mutant: Engine,
  runs?: LawRuns,
  seed?: number,
): void {
  testLawOf(realEngine, name, law, mutant, runs, seed);
}

/** States a law of what is real, and that it catches one which breaks it. */
export function testLawOf<Subject, Case>(
  real: Subject,
  name: string,
  law: Law<Case, Subject>,
  mutant: Subject,
  runs?: LawRuns,
  seed?: number,
): void {
  test(
    name,
    () => {
      assertLaw(law(real), runs);
    },
    600_000,
  );

  // The quick tier has tried that, and a search ends with the first find: there is nothing more to try.
  if (isLaterTier()) return;
  test(`${name}: a broken engine is caught`, () => {
    const search = { numRuns: 20_000, endOnFailure: true, ...(seed !== undefined && { seed }) };
    expect(() => fc.assert(law(mutant), search)).toThrow();
  }, 600_000);
}
