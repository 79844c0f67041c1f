import { EventPolicies, type Finding } from "./candidates/event-policies.js";
import { CompiledPolicy } from "./compiled-policy.js";
import type { Policy } from "./policy.js";

/** Policies compiled together: validated, in their total order, frozen. Made by `compilePolicies` or `loadPolicySet`. */
export interface PolicySet {
  readonly policies: readonly Policy[];
  /** The enabled policies of an event, by its name. Used by `step`. */
  forEvent(event: string): EventPolicies;
}

/**
 * @param policies in the order of `comparePolicies`
 * @param finding how the policies of an event are found; for tests and benches
 */
export function policySet(policies: readonly Policy[], finding: Finding = "auto"): PolicySet {
  const keyed = new Set<string>();
  const compiled = policies.map((policy) => {
    const base = `${policy.tier}/${policy.id}`;
    let key = base;
    // Two policies of one tier with one id are an issue, yet both run: none can switch the other off.
    for (let n = 2; keyed.has(key); n++) key = `${base}#${n}`;
    keyed.add(key);
    return new CompiledPolicy(policy, key);
  });
  const lists = new Map<string, CompiledPolicy[]>();
  for (const one of compiled) {
    if (!one.policy.enabled) continue;
    for (const event of new Set(one.policy.events)) {
      const list = lists.get(event);
      if (list === undefined) lists.set(event, [one]);
      else list.push(one);
    }
  }
  const byEvent = new Map<string, EventPolicies>();
  for (const [event, list] of lists) byEvent.set(event, new EventPolicies(list, finding));
  return Object.freeze({
    policies: Object.freeze([...policies]),
    forEvent: (event: string): EventPolicies => byEvent.get(event) ?? NOBODY,
  });
}

const NOBODY = new EventPolicies([], "scan");
