import type { Policy } from "./policy.js";

/** A key for each policy, unique in its set, also where two policies of a tier share an id. */
export function keysOf(policies: readonly Pick<Policy, "tier" | "id">[]): readonly string[] {
  const keyed = new Set<string>();
  return policies.map(({ tier, id }) => {
    const base = `${tier}/${id}`;
    let key = base;
    // Two policies of one tier with one id are an issue, yet both run: neither can switch the other off.
    for (let n = 2; keyed.has(key); n++) key = `${base}#${n}`;
    keyed.add(key);
    return key;
  });
}
