import { type BoxProfile, bubblewrapArguments } from "@gatehouse-hooks/box";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bubblewrap } from "../box/bubblewrap-program.js";
import type { BoxedPlace } from "../box/look.js";
import { type BoxPreparation, prepareBox, withoutGone } from "../box/prepare-box.js";
import { openSessionTmp } from "../box/session-tmp.js";
import type { FolderMemory } from "../box/walk-again.js";

/** Where what a shell starts a box with is written. */
interface ComposedPlace {
  /** A folder of this box alone, which is made. */
  readonly folder: string;
  /** The process of the shell. */
  readonly holder: number;
  readonly memory: FolderMemory;
  readonly keep: NonNullable<BoxPreparation["keep"]>;
  /** The address of the proxy of its network, where that has one. */
  readonly proxy: string | undefined;
}

/** A box that a shell starts by itself. */
interface ComposedBox {
  /** Files that must not be there when the command has ended, absolute. */
  readonly redirects: readonly string[];
  /** Removes what is not needed any more, when the command has ended. */
  readonly release: () => Promise<void>;
}

/** What `bwrap` is given, each with a NUL behind it. */
const ARGUMENTS = "args";

/**
 * Writes what `bwrap` is to be started with, as files of a folder, so that a shell can start it without Node.
 *
 * @throws Error where no box can be made
 */
export async function composeBox(
  profile: BoxProfile,
  place: BoxedPlace,
  { folder, holder, memory, keep, proxy }: ComposedPlace,
): Promise<ComposedBox> {
  if (bubblewrap() === undefined) throw new Error("bubblewrap is not installed");
  if (place.session !== undefined) openSessionTmp(place.home, place.session);
  mkdirSync(folder, { mode: 0o700 });
  const textFile = (at: number): string => join(folder, `text-${at}`);
  try {
    const prepared = await prepareBox(profile, place, { textFrom: textFile, holder, memory, keep });
    // Node restores them when the command has ended, before anything else may read what is in their place.
    if (prepared.keptLinks.length > 0) {
      await prepared.release();
      throw new Error("what is kept is reached by a link");
    }
    for (const [at, text] of prepared.texts.entries()) writeFileSync(textFile(at), text, { mode: 0o400 });
    const args = bubblewrapArguments(profile, {
      ...withoutGone(prepared.found),
      ...(proxy !== undefined && { proxy }),
    });
    writeFileSync(join(folder, ARGUMENTS), args.map((one) => `${one}\0`).join(""), { mode: 0o600 });
    return {
      redirects: prepared.redirects,
      release: async () => {
        await prepared.release();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
