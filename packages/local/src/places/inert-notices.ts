import type { InertPolicies } from "@gatehouse-hooks/runtime";
import { plural } from "@gatehouse-hooks/console/print";

/** Policies named in one notice; a directory may hold thousands. */
const MAX_NAMED = 5;

/** What a user does about a file whose policies do not act. */
export function trustCure(path: string): string {
  return `read it, then run \`gatehouse trust ${path}\``;
}

/** One notice for each file of which policies were made inert. */
export function inertNotices(inert: InertPolicies["inert"]): readonly string[] {
  const byPath = new Map<string, InertPolicies["inert"]>();
  for (const one of inert) byPath.set(one.path, [...(byPath.get(one.path) ?? []), one]);
  return [...byPath].map(([path, found]) => {
    const named = found.slice(0, MAX_NAMED).map(({ id, why }) => `${id} ${why}`);
    const more = found.length > MAX_NAMED ? [`${found.length - MAX_NAMED} more`] : [];
    return `${path} is not trusted: ${plural(found.length, "policy does", "policies do")} not act (${[...named, ...more].join(", ")}); ${trustCure(path)}`;
  });
}
