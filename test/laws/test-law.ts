import fc from "fast-check";
import { expect, test } from "vitest";
import { type Engine, realEngine } from "./engine.js";
import { assertLaw } from "../assert-law.js";

/** A law about an engine, as a property. */
export type Law<Case> = (engine: Engine) => fc.IProperty<Case>;

/** States a law of the real engine, and that it catches an engine which breaks it. */
export function testLaw<Case>(name: string, law: Law<Case>, mutant: Engine): void {
  test(
    name,
    () => {
      assertLaw(law(realEngine));
    },
    600_000,
  );

  test(`${name}: a broken engine is caught`, () => {
    const search = { numRuns: 20_000, endOnFailure: true };
    expect(() => fc.assert(law(mutant), search)).toThrow();
  }, 600_000);
}
