import type { AtomPath } from "@gatehouse-hooks/condition/compile";
import { FACTS } from "../facts/derive.js";
import { pathKey, type Requirement } from "./requirement.js";

/** The path whose value says which policies may have something to say: for most sets the name of the tool. */
export interface Gate {
  readonly path: AtomPath;
  readonly key: string;
}

/** More values than this are looked up one by one, and open no lists of their own. */
const MAX_VALUES = 64;

/** The path that most policies have an equality on; `null` when none has. */
export function chooseGate(all: readonly (readonly Requirement[])[]): Gate | null {
  const counts = new Map<string, { readonly path: AtomPath; policies: number }>();
  for (const requirements of all) {
    const keys = new Map<string, AtomPath>();
    for (const one of requirements) {
      const path = gatePathOf(one);
      if (path !== null) keys.set(pathKey(path), path);
    }
    for (const [key, path] of keys) {
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { path, policies: 1 });
      else known.policies++;
    }
  }
  let best: Gate | null = null;
  let most = 0;
  for (const [key, { path, policies }] of counts) {
    if (policies <= most) continue;
    most = policies;
    best = { path, key };
  }
  return best;
}

/** The requirement of a policy with the fewest values of the gate's path. */
export function gateRequirement(gate: Gate | null, requirements: readonly Requirement[]): Requirement | null {
  let best: Requirement | null = null;
  for (const one of requirements) {
    const path = gatePathOf(one);
    if (gate === null || path === null || pathKey(path) !== gate.key) continue;
    if (best === null || one.length < best.length) best = one;
  }
  return best;
}

/** The path of a requirement that is a few equalities on one path. */
function gatePathOf(requirement: Requirement): AtomPath | null {
  const [first] = requirement;
  if (first === undefined || requirement.length > MAX_VALUES || first.path.includes(null)) return null;
  // A gate is read for every event; facts are derived when a policy asks for them.
  if (first.path[0] === FACTS) return null;
  const key = requirement.length === 1 ? "" : pathKey(first.path);
  const only = requirement.every(
    ({ of, operator, path }) =>
      of === "value" && operator === "==" && (path === first.path || key === "" || pathKey(path) === key),
  );
  return only ? first.path : null;
}
