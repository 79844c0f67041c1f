import { readFile } from "node:fs/promises";
import path from "node:path";

import type { Addresses } from "./addresses.js";
import { packStaged, type PackedRelease } from "./pack-staged.js";
import { releaseOrder } from "./release-order.js";
import { mustRun } from "./run-program.js";
import { stagePackage, type StagedPackage } from "./stage-package.js";
import { packageFolders } from "../package-folders.js";

/**
 * Stages and packs every public package of the workspace: `<out>/packages/<name>/package` is what is packed,
 * `<out>/tarballs` has the tarballs.
 *
 * @returns the packages in the order in which they are published; `problems` says why one must not be
 */
export async function preparedRelease(
  root: string,
  addresses: Addresses,
  out: string,
): Promise<readonly PackedRelease[]> {
  const commit = (await mustRun("git", ["rev-parse", "HEAD"], root)).trim();
  const listed = await mustRun("git", ["ls-files", "-z"], root);
  const source = { root, addresses, commit, tracked: new Set(listed.split("\0")) };
  const staged: StagedPackage[] = [];
  for (const folder of packageFolders(root)) {
    const manifest = JSON.parse(
      await readFile(path.join(root, "packages", folder, "package.json"), "utf8"),
    ) as { readonly private?: boolean };
    if (manifest.private === true) continue;
    staged.push(await stagePackage(source, `packages/${folder}`, path.join(out, "packages", folder)));
  }
  const packed: PackedRelease[] = [];
  for (const one of releaseOrder(staged)) packed.push(await packStaged(one, path.join(out, "tarballs")));
  return packed;
}
