import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
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
  const manifests = packageFolders(root).map((name) => {
    const cwd = path.join(root, "packages", name);
    return { cwd, ...(JSON.parse(readFileSync(path.join(cwd, "package.json"), "utf8")) as Manifest) };
  });
  const chosen = manifests.filter((one) => one.private !== true && only?.includes(one.name) !== false);
  const files = await pack(
    folder,
    chosen.map(({ name }) => name),
  );
  const entries = packageEntries(root);
  return chosen.map(({ cwd, name, version }) => ({
    name,
    version,
    tarball: path.resolve(folder, files.get(name) ?? ""),
    specifiers: entries.filter((entry) => entry.folder === cwd).map(({ specifier }) => specifier),
  }));
}

/** Packs packages all at once, since starting pnpm takes longer than packing one; the files by their names. */
async function pack(folder: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await run(
    "pnpm",
    [...names.flatMap((name) => ["--filter", name]), "pack", "--json", "--pack-destination", folder],
    { cwd: root, maxBuffer: 1 << 26 },
  );
  // Of one package it is not a list.
  const packed = [JSON.parse(stdout)].flat() as readonly {
    readonly name: string;
    readonly filename: string;
  }[];
  return new Map(packed.map(({ name, filename }) => [name, filename]));
}
