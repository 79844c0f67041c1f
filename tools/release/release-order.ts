import type { PublishedManifest } from "./stage-package.js";

/**
 * Packages in the order in which they are published: each after those that it needs, so that whatever is on npm at any
 * moment can be installed. Names decide between those that could come next.
 *
 * @throws Error when packages need each other in a circle
 */
export function releaseOrder<T extends { readonly manifest: PublishedManifest }>(
  packages: readonly T[],
): readonly T[] {
  const waiting = new Map(packages.map((one) => [one.manifest.name, one]));
  const ordered: T[] = [];
  while (waiting.size > 0) {
    const next = [...waiting.values()]
      .filter(({ manifest }) => needed(manifest).every((name) => !waiting.has(name)))
      .toSorted((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1))[0];
    if (next === undefined)
      throw new Error(`these packages need each other: ${[...waiting.keys()].join(", ")}`);
    waiting.delete(next.manifest.name);
    ordered.push(next);
  }
  return ordered;
}

function needed({ dependencies, optionalDependencies, peerDependencies }: PublishedManifest): string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}
