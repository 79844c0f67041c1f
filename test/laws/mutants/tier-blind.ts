import { type Engine, realEngine } from "../engine.js";

/** Breaks tier: whoever has the higher priority goes first, whatever tier. */
export const tierBlind: Engine = {
  run: (one, asking) =>
    realEngine.run(
      { ...one, policies: one.policies.map((policy) => ({ ...policy, tier: "project" as const })) },
      asking,
    ),
};
