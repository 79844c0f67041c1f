import { mkdir } from "node:fs/promises";
import path from "node:path";

import { npmEnvironment } from "./npm-environment.js";
import { mustRun } from "./run-program.js";
import type { StagedPackage } from "./stage-package.js";

/** A tarball, as npm has packed it. */
export interface PackedRelease extends StagedPackage {
  /** Absolute. */
  readonly tarball: string;
  /** Bytes of the tarball, and of what is in it. */
  readonly bytes: number;
  readonly unpackedBytes: number;
  readonly files: readonly string[];
}

interface NpmPacked {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs a staged package with npm into the folder `to`. */
export async function packStaged(staged: StagedPackage, to: string): Promise<PackedRelease> {
  await mkdir(to, { recursive: true });
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", to];
  const printed = JSON.parse(await mustRun("npm", args, staged.folder, npmEnvironment())) as
    | readonly NpmPacked[]
    | Readonly<Record<string, NpmPacked>>;
  // An array until npm 11, an object by name since.
  const [packed] = Object.values(printed);
  if (packed === undefined) throw new Error(`npm packed nothing of ${staged.name}`);
  return {
    ...staged,
    tarball: path.join(to, path.basename(packed.filename)),
    bytes: packed.size,
    unpackedBytes: packed.unpackedSize,
    files: packed.files.map((file) => file.path),
  };
}
