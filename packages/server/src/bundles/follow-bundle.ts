import type { KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "@gatehouse-hooks/audit";
import { type PolicyBundle, readBundle, seenVersions } from "@gatehouse-hooks/runtime";
import type { BundleSource } from "./bundle-source.js";

/** How a bundle is followed. */
export interface FollowBundleOptions {
  readonly name: string;
  /** Pinned public keys, Ed25519. */
  readonly keys: readonly KeyObject[];
  readonly source: BundleSource;
  /** The folder in which the last good bundle is kept, and the versions that were seen. */
  readonly folder: string;
  /** Puts a bundle in force. What it throws keeps the present one there. */
  readonly apply: (bundle: PolicyBundle, version: number) => Promise<void>;
}

/** Keeps a bundle in force. */
export interface BundleFollower {
  /**
   * Puts the newest bundle in force; where the source has none that counts, the last good one.
   *
   * @returns words for people, where it is not the newest
   * @throws Error with words for people, where there is neither
   */
  readonly start: () => Promise<string | undefined>;
  /**
   * Looks for a newer bundle, and puts it in force.
   *
   * @returns its version, or undefined where there is none
   * @throws Error with words for people: what was in force stays
   */
  readonly look: () => Promise<number | undefined>;
}

/** Follows a bundle: signed by a pinned key, never an older version, the last good one kept on disk. */
export function followBundle({ name, keys, source, folder, apply }: FollowBundleOptions): BundleFollower {
  const kept = join(folder, `${name}.bundle`);
  const seen = seenVersions(join(folder, `${name}.versions.json`));
  let tag: string | undefined;
  let present: number | undefined;

  /** @throws Error where nothing newer is put in force and something is wrong */
  async function look(): Promise<number | undefined> {
    const one = await source.fetch(tag);
    if (one.kind === "same") return undefined;
    const read = readBundle(one.bytes, keys, name);
    if (read.kind === "refused") throw new Error(`the bundle \`${name}\` is refused: ${read.message}`);
    const { bundle, version, sha256 } = read;
    const why = await seen.accept({ purpose: "bundle", path: name, version, sha256 });
    if (why !== null) throw new Error(`the bundle \`${name}\` is refused: ${why}`);
    if (version !== present) await apply(bundle, version);
    await writePrivateFile(kept, one.bytes);
    ({ tag } = one);
    if (version === present) return undefined;
    present = version;
    return version;
  }

  async function lastGood(): Promise<number | undefined> {
    const bytes = await readFile(kept).catch(() => undefined);
    const read = bytes === undefined ? undefined : readBundle(bytes, keys, name);
    if (read?.kind !== "bundle") return undefined;
    await apply(read.bundle, read.version);
    return read.version;
  }

  return {
    look,
    start: async () => {
      try {
        await look();
        return undefined;
      } catch (error) {
        const why = error instanceof Error ? error.message : "it cannot be fetched";
        present = await lastGood();
        if (present === undefined)
          throw new Error(`the bundle \`${name}\` cannot be had: ${why}`, { cause: error });
        return `${why}; the last good bundle, version ${present}, is in force`;
      }
    },
  };
}
