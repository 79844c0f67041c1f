import { resolveImport } from "./resolve-import.js";
import type { SourcePackage } from "./source-file.js";

/**
 * The npm packages that loading an entry loads, through files and packages of the workspace. Type imports load
 * nothing; dynamic imports load later, when asked, and are not followed.
 */
export function reachedNpm(
  folder: string,
  entry: string,
  packages: readonly SourcePackage[],
): ReadonlySet<string> {
  const npm = new Set<string>();
  const seen = new Set<string>();
  const work: { readonly folder: string; readonly name: string }[] = [];
  const enter = (target: string, at: string): void => {
    const name = packages.find((candidate) => candidate.folder === target)?.entries[at];
    if (name !== undefined) work.push({ folder: target, name });
  };
  enter(folder, entry);
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const key = `${next.folder}/${next.name}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { folder: owner, name } = next;
    const from = packages.find((candidate) => candidate.folder === owner);
    const file = from?.files.find((candidate) => candidate.name === name);
    if (from === undefined || file === undefined) continue;
    for (const { specifier, typeOnly, dynamic } of file.imports) {
      if (typeOnly || dynamic) continue;
      const target = resolveImport(specifier, name, from, packages);
      if (target.kind === "npm") npm.add(target.name);
      if (target.kind === "file") work.push(...target.names.map((found) => ({ folder: owner, name: found })));
      if (target.kind === "package") enter(target.folder, target.entry);
    }
  }
  return npm;
}
