import type { KeptBox } from "@gatehouse-hooks/box";
import { isAlive } from "@gatehouse-hooks/commands";
import { type ChildProcess, spawn } from "node:child_process";
import { bubblewrap } from "../box/bubblewrap-program.js";
import { firstProcess } from "../network/first-process.js";
import { isMounted, mountTable } from "./mount-table.js";
import { enterNetwork } from "../network/session-network.js";

/** The mounts that calls of a session start from. */
export interface KeptMounts {
  /**
   * The process whose mounts a box enters that is made like this one, where everything is still mounted as it was. They are made for the calls
   * after the second one that asks for the same.
   *
   * @param network the process whose network it enters, if any
   * @returns undefined where `bwrap` mounts everything itself
   */
  readonly memberOf: (network: number | undefined, box: KeptBox) => number | undefined;
  /** Lets go those that no box has asked for in a while. */
  readonly forgetOld: () => void;
  readonly close: () => void;
}

/** What is kept for boxes that are made alike. */
interface Kept {
  /** How often it was asked for before anything was made. */
  asked: number;
  /** How often in a row what was made was of no use: it was not as it was any more when it was needed. */
  spoilt: number;
  used: number;
  made?: Made | undefined;
  isBeingMade: boolean;
}

interface Made {
  readonly member: number;
  /** All that was mounted when it was made. */
  readonly table: Tables;
  readonly isThere: () => boolean;
  readonly end: () => void;
}

/** Those that no box has asked for so long, in ms, are let go. */
const KEPT_MS = 10 * 60_000;
/** The most boxes that are remembered, and the most of them whose mounts are kept. */
const MOST_ASKED = 64;
const MOST_MADE = 8;
/** What was of no use so often is not made again: something on the machine mounts and unmounts all the time. */
const MOST_SPOILT = 3;
/** From which call on they are made: most commands come once. */
const FROM_CALL = 2;
/** How long `bwrap` may take, in ms, on a busy machine. */
const MAKE_MS = 60_000;
/** Says that everything is mounted, and does nothing from then on. */
const READY = ["/bin/sh", "-c", "echo; exec /bin/sleep 2147483647"];

/** Keeps mounts, each by a process that is in them. */
export function keepMounts(): KeptMounts {
  const kept = new Map<string, Kept>();
  const forget = (name: string): void => {
    letGo(kept.get(name));
    kept.delete(name);
  };
  const makeLater = (one: Kept, network: number | undefined, box: KeptBox): void => {
    one.isBeingMade = true;
    // The call is answered before.
    setImmediate(() => {
      const making = makeMounts(network, box).catch(() => undefined);
      void making.then((made) => {
        one.isBeingMade = false;
        one.made = made;
        if (made === undefined) one.spoilt++;
        // It may have been forgotten meanwhile.
        if (![...kept.values()].includes(one)) letGo(one);
        const all = [...kept.values()].filter((other) => other.made !== undefined);
        if (all.length > MOST_MADE) letGo(all[0]);
      });
    });
  };
  return {
    memberOf(network, box) {
      const name = [network, ...box.make].join("\0");
      const one = kept.get(name) ?? { asked: 0, spoilt: 0, used: 0, isBeingMade: false };
      kept.delete(name);
      kept.set(name, one);
      one.used = performance.now();
      const [oldest] = kept.keys();
      if (kept.size > MOST_ASKED && oldest !== undefined) forget(oldest);
      const member = memberIn(one);
      if (member !== undefined) return member;
      one.asked++;
      if (one.asked >= FROM_CALL && one.spoilt < MOST_SPOILT && !one.isBeingMade)
        makeLater(one, network, box);
      return undefined;
    },
    forgetOld: () => {
      for (const [name, { used }] of kept) if (performance.now() - used > KEPT_MS) forget(name);
    },
    close: () => {
      for (const name of kept.keys()) forget(name);
    },
  };
}

function letGo(one: Kept | undefined): void {
  one?.made?.end();
  if (one !== undefined) one.made = undefined;
}

/** The process of mounts that are all there, as they were made; others are let go. */
function memberIn(one: Kept): number | undefined {
  if (one.made === undefined) return undefined;
  const { member, table, isThere } = one.made;
  if (isThere() && isSame(tables(member), table)) {
    one.spoilt = 0;
    return member;
  }
  letGo(one);
  one.spoilt++;
  return undefined;
}

/** Undefined where they cannot be made, or something was not mounted any more when they were. */
async function makeMounts(
  network: number | undefined,
  { make, targets }: KeptBox,
): Promise<Made | undefined> {
  const bwrap = bubblewrap();
  if (bwrap === undefined) return undefined;
  // A box enters the network first: its own namespace of users is in that one's.
  const enter = network === undefined ? [] : enterNetwork(`/proc/${network}/ns`);
  const [program = bwrap, ...args] = [
    ...enter,
    bwrap,
    "--json-status-fd",
    "3",
    "--args",
    "4",
    "--",
    ...READY,
  ];
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "ignore", "pipe", "pipe"],
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    detached: true,
  });
  let isEnded = false;
  child.once("close", () => {
    isEnded = true;
  });
  const end = (): void => void child.kill("SIGKILL");
  // They may be longer than what a program can be started with.
  const words = child.stdio[4];
  if (words !== null && words !== undefined && "end" in words)
    words.on("error", end).end(make.map((one) => `${one}\0`).join(""));
  const slow = setTimeout(end, MAKE_MS);
  const [member, isReady] = await Promise.all([firstProcess(child), hasSpoken(child)]);
  clearTimeout(slow);
  const table = member === undefined || !isReady ? undefined : tables(member);
  if (member === undefined || table === undefined || !isMounted(table.own, table.machine, targets)) {
    end();
    return undefined;
  }
  child.unref();
  return { member, table, isThere: () => !isEnded && isAlive(member), end };
}

async function hasSpoken(child: ChildProcess): Promise<boolean> {
  return await new Promise((resolve) => {
    child.stdout?.once("data", () => resolve(true));
    child.once("error", () => resolve(false));
    child.once("close", () => resolve(false));
  });
}

/** The mounts of a process, and those of the machine: what is mounted there later, is not in what was copied before. */
interface Tables {
  readonly own: string;
  readonly machine: string;
}

function tables(member: number): Tables | undefined {
  const [own, machine] = [mountTable(member), mountTable("self")];
  return own === undefined || machine === undefined ? undefined : { own, machine };
}

function isSame(a: Tables | undefined, b: Tables): boolean {
  return a?.own === b.own && a.machine === b.machine;
}
