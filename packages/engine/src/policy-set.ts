import { CompiledPolicy } from "./compiled-policy.js";
import type { Policy } from "./policy.js";

/** Policies compiled together: validated, in their total order, frozen. Made by `compilePolicies` or `loadPolicySet`. */
export interface PolicySet {
  readonly policies: readonly Policy[];
  /** The enabled policies of an event, in order of evaluation. Used by `step`. */
  forEvent(event: string): readonly CompiledPolicy[];
}

/**
 * @param policies in the order of `comparePolicies`
 */
export function policySet(policies: readonly Policy[]): PolicySet {
  const keyed = new Set<string>();
  const compiled = policies.map((policy) => {
    const base = `${policy.tier}/${policy.id}`;
    let key = base;
    // Two policies of one tier with one id are an issue, yet both run: none can switch the other off.
    for (let n = 2; keyed.has(key); n++) key = `${base}#${n}`;
    keyed.add(key);
    return new CompiledPolicy(policy, key);
  });
  const byEvent = new Map<string, CompiledPolicy[]>();
  for (const one of compiled) {
    if (!one.policy.enabled) continue;
    for (const event of new Set(one.policy.events)) {
      const list = byEvent.get(event);
      if (list === undefined) byEvent.set(event, [one]);
      else list.push(one);
    }
  }
  return Object.freeze({
    policies: Object.freeze([...policies]),
    forEvent: (event: string): readonly CompiledPolicy[] => byEvent.get(event) ?? NONE,
  });
}

const NONE: readonly CompiledPolicy[] = Object.freeze([]);
