import type { Atom, AtomPath } from "@gatehouse-hooks/condition/compile";
import type { JsonValue } from "@gatehouse-hooks/json";
import type { Policy } from "@gatehouse-hooks/engine";
import { type Access, type Accesses, chooseAccess } from "@gatehouse-hooks/engine/parts";
import { atomTest } from "./triggers.js";

/** A test of the values at a path against a constant. */
export interface ReachAtom {
  readonly test: string;
  readonly path: AtomPath;
  readonly value: JsonValue;
}

/** How one policy is reached. */
export interface Reach {
  /** A position in the list that was given. */
  readonly position: number;
  readonly gate: { readonly path: AtomPath; readonly values: readonly JsonValue[] } | null;
  /** One of these has to hold; `null` when the policy comes up behind its gate. */
  readonly atoms: readonly ReachAtom[] | null;
}

/** How each of these policies is reached, as the index chooses it. What never applies is left out. */
export function reachOf(policies: readonly Policy[]): readonly Reach[] {
  const { gate, policies: accesses }: Accesses = chooseAccess(policies);
  return accesses.map(({ position, values, trigger }: Access): Reach => ({
    position,
    gate: gate === null || values === null ? null : { path: gate.path, values },
    atoms: trigger === null || trigger.length > MAX_ATOMS ? null : trigger.map(reachAtom),
  }));
}

/** A policy that waits for more is asked. */
const MAX_ATOMS = 64;

function reachAtom(atom: Atom): ReachAtom {
  return { test: atomTest(atom), path: atom.path, value: atom.value };
}
