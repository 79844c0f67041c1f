import { type Engine, realEngine } from "../engine.js";

/** Breaks determinism: between policies of equal priority, the position in the caller's list decides. */
export const inputOrder: Engine = {
  run: (one, asking) =>
    realEngine.run({ ...one, policies: one.policies.map((policy, order) => ({ ...policy, order })) }, asking),
};
