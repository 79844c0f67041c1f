import semver from "semver";

/** What is read of a published manifest. */
export interface RangedManifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** What packages say of one dependency. */
export interface DependencyRange {
  /** The lowest version. */
  readonly version: string;
  readonly ranges: readonly string[];
}

/**
 * The lowest version of everything that packages say they work with, by name.
 *
 * @param manifests as published: without `catalog:` and `workspace:`
 * @param apart packages that are tried elsewhere, or are our own
 * @throws Error when a range is none, or no version is the lowest of all ranges and within each
 */
export function lowestVersions(
  manifests: readonly RangedManifest[],
  apart: ReadonlySet<string>,
): ReadonlyMap<string, DependencyRange> {
  const ranges = new Map<string, Set<string>>();
  for (const { dependencies, optionalDependencies, peerDependencies } of manifests) {
    const lists = [dependencies, optionalDependencies, peerDependencies];
    for (const [name, range] of lists.flatMap((list) => Object.entries(list ?? {}))) {
      if (apart.has(name)) continue;
      ranges.set(name, (ranges.get(name) ?? new Set()).add(range));
    }
  }
  return new Map(
    [...ranges].map(([name, of]) => [name, { version: lowestOf(name, [...of]), ranges: [...of] }]),
  );
}

function lowestOf(name: string, ranges: readonly string[]): string {
  const lowest = ranges.map((range) => {
    const version = semver.validRange(range) === null ? null : semver.minVersion(range);
    if (version === null) throw new Error(`\`${name}\`: \`${range}\` is not a range of versions`);
    return version;
  });
  const version = lowest.toSorted((a, b) => semver.compare(b, a))[0]?.version ?? "";
  if (!ranges.every((range) => semver.satisfies(version, range)))
    throw new Error(`\`${name}\`: no lowest version is within ${ranges.join(" and ")}`);
  return version;
}
