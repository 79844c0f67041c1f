import { type BoxProfile, bubblewrapBox, type KeptBox } from "@gatehouse-hooks/box";
import { rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { REFUSED_HOSTS } from "../box/box-script.js";
import { bubblewrap } from "../box/bubblewrap-program.js";
import type { BoxedPlace, LookMemory } from "../box/look.js";
import { type BoxPreparation, prepareBox, withoutGone } from "../box/prepare-box.js";
import { openSessionTmp } from "../box/session-tmp.js";
import type { KeptTexts } from "./keep-texts.js";

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
  /** The files that it shows in the place of others. */
  readonly texts: KeptTexts;
  /** The process whose mounts a box can be started in that is made like this one; undefined: `bwrap` mounts everything itself. */
  readonly memberOf: (box: KeptBox) => Promise<number | undefined>;
}

/** A box that a shell starts by itself. */
interface ComposedBox {
  /** Files that must not be there when the command has ended, absolute. */
  readonly redirects: readonly string[];
  /** The process whose mounts it is started in, if any. */
  readonly member: number | undefined;
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
  { call, holder, memory, hold, proxy, texts, memberOf }: ComposedPlace,
): Promise<ComposedBox> {
  if (bubblewrap() === undefined) throw new Error("bubblewrap is not installed");
  if (place.session !== undefined) openSessionTmp(place.home, place.session);
  const clear = (): void => {
    for (const name of [ARGUMENTS, ...FILES]) rmSync(`${call}.${name}`, { force: true });
  };
  try {
    const prepared = await prepareBox(profile, place, {
      ...{ textFrom: (_, text) => texts.fileOf(text), holder, memory, hold },
    });
    // Node restores them when the command has ended, before anything else may read what is in their place.
    if (prepared.keptLinks.length > 0) {
      await prepared.release();
      throw new Error("what is kept is reached by a link");
    }
    let member: number | undefined;
    try {
      const { args: all, kept } = bubblewrapBox(profile, {
        ...withoutGone(prepared.found),
        ...(proxy !== undefined && { proxy }),
      });
      member = kept === undefined ? undefined : await memberOf(kept);
      const args = member === undefined || kept === undefined ? all : [...ownUser(), ...kept.args];
      writeFileSync(`${call}.${ARGUMENTS}`, args.map((one) => `${one}\0`).join(""), { mode: 0o600 });
    } catch (error) {
      await prepared.release();
      throw error;
    }
    return {
      redirects: prepared.redirects,
      member,
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

/** In shared mounts, which their owner is root of, a call is this user's all the same. */
function ownUser(): readonly string[] {
  const { getuid, getgid } = process;
  if (getuid === undefined || getgid === undefined) throw new Error("there are no users here");
  return ["--uid", String(getuid()), "--gid", String(getgid())];
}
