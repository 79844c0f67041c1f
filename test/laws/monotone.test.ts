import fc from "fast-check";
import { lawCase, policy } from "../arbitraries/policies.js";
import { lastWins } from "./mutants/last-wins.js";
import { STRICTNESS } from "./strictness.js";
import { testLaw } from "./test-law.js";

testLaw(
  "monotone: adding a policy that can neither allow nor rewrite never loosens the effect",
  (engine) =>
    fc.property(
      lawCase(),
      policy("added", { verdicts: ["approve", "warn", "ask", "deny"], rewrites: false, staticOnly: true }),
      (one, added) => {
        const before = engine.run(one).decision.effect;
        const after = engine.run({ ...one, policies: [...one.policies, added] }).decision.effect;
        return STRICTNESS[after] >= STRICTNESS[before];
      },
    ),
  lastWins,
);
