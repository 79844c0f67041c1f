import fc from "fast-check";
import { lawCase } from "../arbitraries/policies.js";
import { tierBlind } from "./mutants/tier-blind.js";
import { STRICTNESS } from "./strictness.js";
import { testLaw } from "./test-law.js";

testLaw(
  "tier: no change to lower tiers loosens what the enforced tier alone decides",
  (engine) =>
    fc.property(lawCase({ events: ["before_tool_call"], tooDeep: true }), (one) => {
      const enforced = one.policies.filter((policy) => policy.tier === "enforced");
      const alone = engine.run({ ...one, policies: enforced }).decision;
      const all = engine.run(one).decision;
      // An abstention is no decision: lower tiers may speak where the organisation is silent.
      if (alone.effect !== "abstain" && STRICTNESS[all.effect] < STRICTNESS[alone.effect]) return false;
      if (all.effect === "deny") return true;
      return Object.entries(alone.updatedInput ?? {}).every(
        ([key, value]) => all.updatedInput?.[key] === value,
      );
    }),
  tierBlind,
);
