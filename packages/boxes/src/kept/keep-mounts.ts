import type { KeptBox } from "@gatehouse-hooks/box";
import { isAlive } from "@gatehouse-hooks/commands";
import type { ChildProcess } from "node:child_process";
import { bubblewrap } from "../box/bubblewrap-program.js";
import { firstProcess, startMember } from "../network/keep-network.js";
import { isMounted, mountTable } from "../box/mount-table.js";
import { enterNetwork } from "../network/session-network.js";

/** The mounts that calls of a session start from. */
export interface KeptMounts {
  /**
   * The process whose mounts a box enters that is made like this one: those that were made before, where everything is still mounted as it was, or
   * new ones.
   *
   * @param network the process whose network it enters, if any
   * @throws Error where they cannot be made, or something else is mounted than was meant
   */
  readonly memberOf: (network: number | undefined, box: KeptBox) => Promise<number>;
  /** Lets go those that no box has asked for in a while. */
  readonly forgetOld: () => void;
  readonly close: () => void;
}

/** What is kept for boxes that are made alike. */
interface Kept {
  readonly made: Promise<Made | undefined>;
  used: number;
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
/** The most of them. */
const MOST_MADE = 8;
/** How often they are made for one call: something may come, go or move meanwhile. */
const MOST_TIMES = 2;
/** How long `bwrap` may take, in ms, on a busy machine. */
const MAKE_MS = 60_000;
/** Says that everything is mounted, and does nothing from then on. */
const READY = ["/bin/sh", "-c", "echo; exec /bin/sleep 2147483647"];

/** Keeps mounts, each by a process that is in them. */
export function keepMounts(): KeptMounts {
  const kept = new Map<string, Kept>();
  const forget = (name: string, one: Kept | undefined): void => {
    if (kept.get(name) === one) kept.delete(name);
    void one?.made.then((made) => made?.end());
  };
  const keep = (name: string, one: Kept): Kept => {
    kept.delete(name);
    kept.set(name, one);
    one.used = performance.now();
    const [oldest] = kept.keys();
    if (kept.size > MOST_MADE && oldest !== undefined) forget(oldest, kept.get(oldest));
    return one;
  };
  return {
    async memberOf(network, box) {
      const name = [network, ...box.make].join("\0");
      for (let times = 0; ;) {
        const known = kept.get(name);
        if (known === undefined && ++times > MOST_TIMES)
          throw new Error("the mounts of the box are not what they should be");
        const one = keep(name, known ?? { made: makeMounts(network, box).catch(() => undefined), used: 0 });
        const made = await one.made;
        if (made?.isThere() === true && isSame(tables(made.member), made.table)) return made.member;
        forget(name, one);
      }
    },
    forgetOld: () => {
      for (const [name, one] of kept) if (performance.now() - one.used > KEPT_MS) forget(name, one);
    },
    close: () => {
      for (const [name, one] of kept) forget(name, one);
    },
  };
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
  const [program = bwrap, ...args] = [...enter, bwrap, "--json-status-fd", "3", "--args", "4"];
  const child = startMember([program, ...args, "--", ...READY], ["ignore", "pipe", "ignore", "pipe", "pipe"]);
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
