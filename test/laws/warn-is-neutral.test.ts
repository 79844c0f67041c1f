import fc from "fast-check";
import { lawCase, policy } from "../arbitraries/policies.js";
import { warnAsks } from "./mutants/warn-asks.js";
import { testLaw } from "./test-law.js";

testLaw(
  "warn is neutral: adding or removing a warn never changes the effect, its policy or its reason",
  (engine) =>
    fc.property(
      lawCase(),
      policy("added", { verdicts: ["warn"], rewrites: false, staticOnly: true }),
      (one, added) => {
        const without = engine.run(one).decision;
        const with_ = engine.run({ ...one, policies: [...one.policies, added] }).decision;
        return (
          with_.effect === without.effect &&
          with_.policy === without.policy &&
          with_.reason === without.reason
        );
      },
    ),
  warnAsks,
);
