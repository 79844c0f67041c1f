import fc from "fast-check";
import { lawCase } from "../arbitraries/policies.js";
import { dropsRewrites } from "./mutants/drops-rewrites.js";
import { testLaw } from "./test-law.js";

testLaw(
  "no rewrite is lost: what an applied policy wants to set is in the decision, or its policy failed",
  (engine) =>
    fc.property(
      lawCase({ events: ["before_tool_call"], staticOnly: true, alwaysRuns: false, tooDeep: true }),
      (one) => {
        const { decision } = engine.run(one);
        if (decision.effect === "deny") return true;
        const written = Object.keys(decision.updatedInput ?? {});
        return decision.trace.every((entry) => {
          if (entry.again === true || entry.verdict === "failure") return true;
          const policy = one.policies.find(({ id }) => id === entry.policy);
          const wanted = policy?.handler.kind === "static" ? (policy.handler.updatedInput ?? {}) : {};
          return Object.keys(wanted).every((key) => written.includes(key));
        });
      },
    ),
  dropsRewrites,
);
