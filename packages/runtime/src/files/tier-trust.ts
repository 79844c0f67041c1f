import type { Tier } from "@gatehouse-hooks/engine";

/** How far a tier is trusted: of several ways to one file the highest counts. */
const TIER_TRUST: Readonly<Record<Tier, number>> = { project: 0, user: 1, enforced: 2 };

/** The indexes of roots, the most trusted first; equal ones as they are given. */
export function trustFirst(roots: readonly { readonly tier?: Tier }[]): readonly number[] {
  return [...roots.keys()].toSorted((a, b) => trustOf(roots[b]) - trustOf(roots[a]));
}

function trustOf(root: { readonly tier?: Tier } | undefined): number {
  return TIER_TRUST[root?.tier ?? "project"];
}
