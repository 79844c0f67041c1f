import fc from "fast-check";
import { lawCase, tier } from "../arbitraries/policies.js";
import { allowBeatsDeny } from "./mutants/allow-beats-deny.js";
import { testLaw } from "./test-law.js";

testLaw(
  "deny wins: adding an applicable deny makes the effect deny",
  (engine) =>
    fc.property(lawCase(), tier, fc.integer({ min: 97, max: 102 }), (one, where, priority) => {
      const deny = {
        id: "deny",
        tier: where,
        priority,
        events: [one.event.event],
        handler: { kind: "static", verdict: "deny", reason: "no" },
      } as const;
      return engine.run({ ...one, policies: [...one.policies, deny] }).decision.effect === "deny";
    }),
  allowBeatsDeny,
);
