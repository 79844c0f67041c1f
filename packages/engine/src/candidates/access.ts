import { likelihoodOf } from "@gatehouse-hooks/condition/analysis";
import type { Atom, AtomPath } from "@gatehouse-hooks/condition/compile";
import type { Policy } from "../policy.js";
import { chooseGate, type Gate, gateRequirement } from "./gate.js";
import { pathKey, type Requirement, requirementsOf } from "./requirement.js";

/** How the index reaches a policy: by the values of the gate, then by an atom (the trigger), or by neither. */
export interface Access {
  /** The policy's position in the order of evaluation. */
  readonly position: number;
  /** The gate's value has to be one of these; `null` for any. */
  readonly values: readonly Atom["value"][] | null;
  /** One of these has to hold. */
  readonly trigger: readonly Atom[] | null;
}

/** How the index reaches each policy of a list. */
export interface Accesses {
  readonly gate: { readonly path: AtomPath; readonly key: string } | null;
  readonly policies: readonly Access[];
}

/** The most entries of one policy: values of the gate times atoms of the trigger. */
const MAX_ENTRIES = 4_096;

/**
 * Chooses the access of each policy. The gate is the path that most policies have an equality on, so that one value leaves few of
 * them; the trigger is the requirement that is met least often as far as can be told: by its literals, and by the share of the
 * policies that wait for the same, since what many look for is there more often.
 * Policies that never apply are left out.
 *
 * @param readsGlobs whether atoms may ask for globs as such
 */
export function chooseAccess(policies: readonly Policy[], readsGlobs = false): Accesses {
  const kept: { readonly position: number; readonly requirements: readonly Requirement[] }[] = [];
  const atoms = new Tally();
  for (const [position, policy] of policies.entries()) {
    const found = requirementsOf(policy, readsGlobs);
    if (found === "never") continue;
    const requirements = found.map(distinct);
    kept.push({ position, requirements });
    for (const key of new Set(requirements.flatMap((one) => one.map(atomKey)))) atoms.count(key);
  }
  const gate = chooseGate(kept.map(({ requirements }) => requirements));
  return {
    gate,
    policies: kept.map(({ position, requirements }) => {
      const values = gateRequirement(gate, requirements);
      const others = requirements.filter((one) => one !== values && !(values !== null && isOf(gate, one)));
      return fitting(position, values, rarest(others, atoms, kept.length));
    }),
  };
}

/** Drops what would make too many entries: the policy then comes up more often, never less. */
function fitting(position: number, gate: Requirement | null, trigger: Requirement | null): Access {
  const values = gate?.map((atom) => atom.value) ?? null;
  if (trigger === null || trigger.length * (values?.length ?? 1) <= MAX_ENTRIES) {
    return { position, values, trigger };
  }
  return { position, values, trigger: null };
}

/** Does the requirement say nothing but of the gate's path? */
function isOf(gate: Gate | null, requirement: Requirement): boolean {
  return requirement.every(({ path }) => pathKey(path) === gate?.key);
}

function rarest(requirements: readonly Requirement[], atoms: Tally, policies: number): Requirement | null {
  let chosen: Requirement | null = null;
  let least = Infinity;
  for (const one of requirements) {
    const score = one.reduce(
      (sum, atom) => sum + likelihoodOf([atom]) + atoms.of(atomKey(atom)) / policies,
      0,
    );
    if (score >= least) continue;
    chosen = one;
    least = score;
  }
  return chosen;
}

/** Each atom once. */
function distinct(requirement: Requirement): Requirement {
  if (requirement.length === 1) return requirement;
  return [...new Map(requirement.map((atom) => [atomKey(atom), atom])).values()];
}

function atomKey({ path, of, operator, value }: Atom): string {
  return `${of}${operator}${pathKey(path)}${JSON.stringify(value)}`;
}

/** How often each key was counted. */
class Tally {
  readonly #counts = new Map<string, number>();

  count(key: string): void {
    this.#counts.set(key, this.of(key) + 1);
  }

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}
