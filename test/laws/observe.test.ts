import { compilePolicies, policiesOf, type PolicyDefinition } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lawCase } from "../arbitraries/policies.js";
import { assertLaw } from "../assert-law.js";
import { type Engine, realEngine } from "./engine.js";
import { testLaw } from "./test-law.js";

/** Policies of every kind, some of which are tried silently. */
const tried = fc
  .tuple(lawCase(), fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }))
  .map(([one, which]) => ({
    ...one,
    policies: one.policies.map((policy, at) => ({ ...policy, observe: which[at % which.length] === true })),
  }));

/** Forgets that some are only tried. */
const actsOnTrials: Engine = {
  run: (one, asking) =>
    realEngine.run(
      { ...one, policies: one.policies.map(({ observe: _observe, ...policy }) => policy) },
      asking,
    ),
};

testLaw(
  "observe: with policies that are tried silently, what is asked and decided is what it is without them, byte for byte",
  (engine) =>
    fc.property(tried, (one) => {
      const without = { ...one, policies: one.policies.filter(({ observe }) => !observe) };
      return JSON.stringify(engine.run(one)) === JSON.stringify(engine.run(without));
    }),
  actsOnTrials,
);

test("observe: alone, a set holds what is tried, is switched on and runs nothing, and it acts", () => {
  assertLaw(
    fc.property(tried, ({ policies }) => {
      const { set } = compilePolicies(policies, { observed: "alone" });
      const wanted = policies.filter(
        ({ observe, enabled, handler: { kind } }) =>
          observe && enabled !== false && (kind === "static" || kind === "judge"),
      );
      expect(policiesOf(set).map(idOf).toSorted()).toEqual(wanted.map(idOf).toSorted());
      expect(policiesOf(set).every(({ enabled, observe }) => enabled && observe !== true)).toBe(true);
    }),
  );
});

function idOf({ id, tier = "project" }: PolicyDefinition): string {
  return `${tier}/${id}`;
}
