import fc from "fast-check";
import { expect, test } from "vitest";
import { type Engine, realEngine } from "./engine.js";

/** Random cases per law; the contract is 20,000. */
const RUNS = Number(process.env["GATEHOUSE_RUNS"] ?? 20_000);

/** A law about an engine, as a property. */
export type Law = (engine: Engine) => fc.IProperty<unknown>;

/** States a law of the real engine, and that it catches an engine which breaks it. */
export function testLaw(name: string, law: Law, mutant: Engine): void {
  test(
    name,
    () => {
      fc.assert(law(realEngine) as fc.IRawProperty<unknown>, { numRuns: RUNS });
    },
    600_000,
  );

  test(`${name}: a broken engine is caught`, () => {
    const search = { numRuns: 20_000, endOnFailure: true };
    expect(() => fc.assert(law(mutant) as fc.IRawProperty<unknown>, search)).toThrow();
  }, 600_000);
}
