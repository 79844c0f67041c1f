import fc from "fast-check";
import { lawCase, sealed } from "../arbitraries/policies.js";
import { noSecondLook } from "./mutants/no-second-look.js";
import { STRICTNESS } from "./strictness.js";
import { testLaw } from "./test-law.js";

testLaw(
  "no laundering: at least as strict as the effect, without rewriters, for the input as it ends",
  (engine) =>
    fc.property(lawCase({ events: ["before_tool_call"], maxPolicies: 5, tooDeep: true }), (one) => {
      const { decision } = engine.run(one);
      if (decision.effect === "deny") return true;
      const rewriters = new Set(
        one.policies
          .filter(({ handler }) =>
            handler.kind === "static" ? handler.updatedInput !== undefined : handler.kind !== "judge",
          )
          .map(({ id }) => id),
      );
      // Who wrote the input may vouch for it: its own allow is its own.
      if (decision.effect === "allow" && decision.policy !== null && rewriters.has(decision.policy))
        return true;
      const ended = sealed({
        ...one.event,
        params: { ...(one.event["params"] as object), ...decision.updatedInput },
      });
      const direct = engine.run({
        ...one,
        event: ended,
        policies: one.policies.filter(({ id }) => !rewriters.has(id)),
      }).decision;
      return STRICTNESS[decision.effect] >= STRICTNESS[direct.effect];
    }),
  noSecondLook,
);
