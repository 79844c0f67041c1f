import type { Policy, Tier } from "./policy.js";

const TIE_RANK: Readonly<Record<Tier, number>> = { enforced: 0, project: 1, user: 2 };

/** Code-unit order: the same on every machine, whatever its locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The total order of evaluation (SPEC, "Order"): `enforced` first; then priority, higher first; then the order given
 * by the source format; then project before user, path, line and id. Independent of the order of the input.
 */
export function comparePolicies(a: Policy, b: Policy): number {
  return (
    (a.tier === "enforced" ? 0 : 1) - (b.tier === "enforced" ? 0 : 1) ||
    b.priority - a.priority ||
    a.order - b.order ||
    TIE_RANK[a.tier] - TIE_RANK[b.tier] ||
    compareText(a.source?.path ?? "", b.source?.path ?? "") ||
    (a.source?.line ?? 0) - (b.source?.line ?? 0) ||
    compareText(a.id, b.id) ||
    // Two policies that differ only in content: any fixed order will do, as long as it depends on them and not on the caller.
    compareText(JSON.stringify(a), JSON.stringify(b))
  );
}
