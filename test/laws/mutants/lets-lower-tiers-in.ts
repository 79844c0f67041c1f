import { type Engine, realEngine } from "../engine.js";

/** Breaks enforcement: a policy of a lower tier with the name of an enforced one takes its place. */
export const letsLowerTiersIn: Engine = {
  run: (one, asking) => {
    const lower = new Set(
      one.policies.filter((policy) => policy.tier !== "enforced").map((policy) => policy.id),
    );
    const policies = one.policies.filter((policy) => policy.tier !== "enforced" || !lower.has(policy.id));
    return realEngine.run({ ...one, policies }, asking);
  },
};
