import type { Policy } from "./policy.js";

/** A key for each policy, unique in its set, also where two policies of a tier share an id. */
export function keysOf(policies: readonly Pick<Policy, "tier" | "id">[]): readonly string[] {
  const keyed = new Set<string>();
  /** The first number that may be free, by id: those below it are not. */
  const next = new Map<string, number>();
  return policies.map(({ tier, id }) => {
    const base = `${tier}/${id}`;
    let key = base;
    // Two policies of one tier with one id are an issue, yet both run: neither can switch the other off.
    if (keyed.has(key)) {
      let n = next.get(base) ?? 2;
      for (; keyed.has(`${base}#${n}`); n++);
      key = `${base}#${n}`;
      next.set(base, n + 1);
    }
    keyed.add(key);
    return key;
  });
}
