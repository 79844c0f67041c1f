import { literalOf, resolvePath } from "@gatehouse-hooks/shell";
import { escapeGlob } from "./path-globs.js";
import type { Surroundings } from "./surroundings.js";

/**
 * The links that an event names are replaced by what they point to; a chain of them is followed at most eight times.
 *
 * @returns `null` for a longer one
 */
export function namedPath(path: string, { links }: Pick<Surroundings, "links">): string | null {
  if (links === null || links.length === 0) return path;
  let current = path;
  for (let round = 0; round < 8; round++) {
    const link = links.find(([from]) => current === from || current.startsWith(`${from}/`));
    if (link === undefined) return current;
    const target = literalOf(resolvePath(link[1], resolvePath("..", link[0]))) ?? link[1];
    current = target + current.slice(link[0].length);
  }
  return null;
}

/** The same for a glob, up to its first wildcard. */
export function namedGlob(
  glob: string,
  resolved: readonly { readonly kind: string }[],
  around: Pick<Surroundings, "links">,
): string | null {
  const first = resolved[0];
  if (around.links === null || around.links.length === 0 || first?.kind !== "text") return glob;
  const slash = glob.search(/[*?[]/);
  const known = slash === -1 ? glob : glob.slice(0, glob.lastIndexOf("/", slash));
  const real = namedPath(known.replace(/\\(.)/g, "$1"), around);
  return real === null ? null : escapeGlob(real) + glob.slice(known.length);
}
