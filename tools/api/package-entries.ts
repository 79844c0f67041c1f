import { readFileSync } from "node:fs";
import path from "node:path";
import { packageFolders } from "../package-folders.js";

/** One door of a package, as its `exports` name it. */
export interface PackageEntry {
  /** As users import it, e.g. `@gatehouse-hooks/condition/compile`. */
  readonly specifier: string;
  /** What its package is for. */
  readonly description: string;
  /** The folder of the package, absolute. */
  readonly folder: string;
  /** The declarations that users get, absolute; made by `pnpm build`. */
  readonly types: string;
  /** The report that is checked in, absolute. */
  readonly report: string;
}

interface Manifest {
  readonly name: string;
  readonly description?: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, string | { readonly types?: string }>>;
}

/** Every entry of every published package that has types. */
export function packageEntries(root: string): readonly PackageEntry[] {
  return packageFolders(root).flatMap((name) => {
    const folder = path.join(root, "packages", name);
    const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
    if (manifest.private === true) return [];
    return Object.entries(manifest.exports ?? {}).flatMap(([entry, target]) => {
      if (typeof target === "string" || target.types === undefined) return [];
      return {
        specifier: path.posix.join(manifest.name, entry),
        description: manifest.description ?? "",
        folder,
        types: path.join(folder, target.types),
        report: path.join(folder, "api", `${entry === "." ? "index" : entry.slice(2)}.api.md`),
      };
    });
  });
}
