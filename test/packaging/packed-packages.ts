import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import { packageEntries } from "../../tools/api/package-entries.js";
import { packageFolders } from "../../tools/package-folders.js";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");

/** A package as users get it. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** Absolute path of the tarball. */
  readonly tarball: string;
  /** The entries to import, e.g. `@gatehouse-hooks/condition/compile`. */
  readonly specifiers: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
}

/**
 * Packs every public package of the workspace into `folder`, or those that are named. What is packed is what `pnpm build` left in
 * `dist`.
 */
export async function packPackages(
  folder: string,
  only?: readonly string[],
): Promise<readonly PackedPackage[]> {
  const names = packageFolders(root);
  const entries = packageEntries(root);
  const packed: PackedPackage[] = [];
  for (const name of names) {
    const cwd = path.join(root, "packages", name);
    const manifest = JSON.parse(await readFile(path.join(cwd, "package.json"), "utf8")) as Manifest;
    if (manifest.private === true || only?.includes(manifest.name) === false) continue;
    const { stdout } = await run("pnpm", ["pack", "--json", "--pack-destination", folder], { cwd });
    const { filename } = JSON.parse(stdout) as { readonly filename: string };
    packed.push({
      name: manifest.name,
      version: manifest.version,
      tarball: path.resolve(folder, filename),
      specifiers: entries.filter((entry) => entry.folder === cwd).map(({ specifier }) => specifier),
    });
  }
  return packed;
}
