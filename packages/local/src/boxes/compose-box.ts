import { type BoxProfile, bubblewrapArguments } from "@gatehouse-hooks/box";
import { rmSync, writeFileSync } from "node:fs";
import { REFUSED_HOSTS } from "../box/box-script.js";
import { bubblewrap } from "../box/bubblewrap-program.js";
import type { BoxedPlace, LookMemory } from "../box/look.js";
import { type BoxPreparation, prepareBox, withoutGone } from "../box/prepare-box.js";
import { openSessionTmp } from "../box/session-tmp.js";

/** Where what a shell starts a box with is written. */
interface ComposedPlace {
  /** What the names of all files of this box begin with. */
  readonly call: string;
  /** The process of the shell. */
  readonly holder: number;
  readonly memory: LookMemory;
  readonly hold: NonNullable<BoxPreparation["hold"]>;
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
/** What the script makes beside it, and what it says in the end. */
const FILES = ["said", "status", "err", "copy", REFUSED_HOSTS];

/**
 * Writes what `bwrap` is to be started with, as files beside each other, so that a shell can start it without Node.
 *
 * @throws Error where no box can be made
 */
export async function composeBox(
  profile: BoxProfile,
  place: BoxedPlace,
  { call, holder, memory, hold, proxy }: ComposedPlace,
): Promise<ComposedBox> {
  if (bubblewrap() === undefined) throw new Error("bubblewrap is not installed");
  if (place.session !== undefined) openSessionTmp(place.home, place.session);
  const textFile = (at: number): string => `${call}.text-${at}`;
  let texts = 0;
  const clear = (): void => {
    const named = [ARGUMENTS, ...FILES, ...Array.from({ length: texts }, (_, at) => `text-${at}`)];
    for (const name of named) rmSync(`${call}.${name}`, { force: true });
  };
  try {
    const prepared = await prepareBox(profile, place, { textFrom: textFile, holder, memory, hold });
    // Node restores them when the command has ended, before anything else may read what is in their place.
    if (prepared.keptLinks.length > 0) {
      await prepared.release();
      throw new Error("what is kept is reached by a link");
    }
    texts = prepared.texts.length;
    for (const [at, text] of prepared.texts.entries()) writeFileSync(textFile(at), text, { mode: 0o400 });
    const args = bubblewrapArguments(profile, {
      ...withoutGone(prepared.found),
      ...(proxy !== undefined && { proxy }),
    });
    writeFileSync(`${call}.${ARGUMENTS}`, args.map((one) => `${one}\0`).join(""), { mode: 0o600 });
    return {
      redirects: prepared.redirects,
      release: async () => {
        await prepared.release();
        clear();
      },
    };
  } catch (error) {
    clear();
    throw error;
  }
}
