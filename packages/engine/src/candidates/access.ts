import type { Path } from "@gatehouse-hooks/condition/compile";
import type { Policy } from "../policy.js";
import { type KeyAtom, pathKey, type Requirement, requirementsOf } from "./requirement.js";

/** How the index reaches a policy: by the values of one path (the gate), then by an atom (the trigger), or by neither. */
export interface Access {
  /** The policy's position in the order of evaluation. */
  readonly position: number;
  /** The value of the path has to be one of these. */
  readonly gate: { readonly path: Path; readonly values: readonly KeyAtom["value"][] } | null;
  /** One of these has to hold. */
  readonly trigger: Requirement | null;
}

/** The most entries of one policy: values of the gate times atoms of the trigger. */
const MAX_ENTRIES = 64;

/**
 * Chooses the access of each policy. The gate is an equality on the path that most policies have one on, so that few
 * paths are read; the trigger is the requirement whose atoms the fewest policies wait for, so that few come up.
 * Policies that never apply are left out.
 */
export function chooseAccess(policies: readonly Policy[]): readonly Access[] {
  const kept: { readonly position: number; readonly requirements: readonly Requirement[] }[] = [];
  const gates = new Tally();
  const atoms = new Tally();
  for (const [position, policy] of policies.entries()) {
    const requirements = requirementsOf(policy);
    if (requirements === "never") continue;
    kept.push({ position, requirements });
    for (const requirement of requirements) {
      const [first] = requirement;
      if (first !== undefined && isGate(requirement)) gates.count(pathKey(first.path));
      for (const atom of requirement) atoms.count(atomKey(atom));
    }
  }
  return kept.map(({ position, requirements }) => {
    const gate = best(requirements.filter(isGate), ([first]) =>
      first === undefined ? 0 : gates.of(pathKey(first.path)),
    );
    const trigger = best(
      requirements.filter((one) => one !== gate),
      (requirement) =>
        weight(requirement) / requirement.reduce((sum, atom) => sum + atoms.of(atomKey(atom)), 0),
    );
    return fitting(position, gate, trigger);
  });
}

/** Drops what would make too many entries: the policy then comes up more often, never less. */
function fitting(position: number, gate: Requirement | null, trigger: Requirement | null): Access {
  const alone = { position, gate: null, trigger: null };
  const path = gate?.[0]?.path;
  const opened =
    gate === null || path === undefined || gate.length > MAX_ENTRIES
      ? null
      : { path, values: gate.map((atom) => atom.value) };
  if (trigger === null) return { ...alone, gate: opened };
  if (trigger.length * (opened?.values.length ?? 1) <= MAX_ENTRIES)
    return { position, gate: opened, trigger };
  return {
    ...alone,
    gate: opened,
    trigger: opened === null && trigger.length <= MAX_ENTRIES ? trigger : null,
  };
}

/** Equalities on one and the same path. */
function isGate(requirement: Requirement): boolean {
  const [first] = requirement;
  if (first === undefined) return false;
  const path = pathKey(first.path);
  return requirement.every((atom) => atom.operator === "==" && pathKey(atom.path) === path);
}

/** Long literals occur by accident less often, and those at an end less often than those anywhere. */
function weight(requirement: Requirement): number {
  return Math.min(
    ...requirement.map((atom) => {
      if (atom.operator === "==") return 16;
      const units = Math.min(16, String(atom.value).length);
      return atom.operator === "includes" ? units : units + 3;
    }),
  );
}

function best(requirements: readonly Requirement[], score: (one: Requirement) => number): Requirement | null {
  let chosen: Requirement | null = null;
  let highest = -Infinity;
  for (const one of requirements) {
    const value = score(one);
    if (value <= highest) continue;
    chosen = one;
    highest = value;
  }
  return chosen;
}

function atomKey({ path, operator, value }: KeyAtom): string {
  return `${operator}${pathKey(path)}${JSON.stringify(value)}`;
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
