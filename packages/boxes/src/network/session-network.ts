import { takeLock } from "@gatehouse-hooks/commands";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { makePrivate } from "@gatehouse-hooks/local";

/** Where `nsenter` is looked for: never on the `PATH`, which a project may change. */
const NSENTER = "/usr/bin/nsenter";

/** The network that the boxes of a session share while one of them lives. */
export interface SessionNetwork {
  /** What the command line of a box begins with. Never empty: without it the box would have the network of the machine. */
  readonly enter: readonly [string, ...string[]];
  /** Whether it is that of a box that lives; false: it comes into being with this one. */
  readonly isShared: boolean;
  /** Says which process is in it, and gives its number; until then no other box of the session starts. */
  readonly hold: (first: number) => number | undefined;
  readonly release: () => void;
}

/** Whose turn it is: one box of a session starts at a time, so that two at once do not have a network each. */
const STARTING = "starting";
/** Milliseconds that a box waits for another one of its session that is starting: a busy machine starts one slowly, and who has ended is not waited for. */
const WAIT_MS = 60_000;

/**
 * The network of a session: that of a box which lives, entered, or one of its own, in which nothing but the loopback is.
 *
 * @param isFresh enters none
 * @throws Error where its folder is not this user's alone, or another box of the session starts for a minute
 */
export async function sessionNetwork(
  bwrap: string,
  home: string,
  session: string,
  isFresh = false,
): Promise<SessionNetwork> {
  const folder = networkFolder(home, session);
  const why = makePrivate(folder);
  if (why !== null) throw new Error(why);
  const unlock = await takeLock(join(folder, STARTING), WAIT_MS);
  if (unlock === undefined) throw new Error("another box of the session is still starting");
  const own = join(folder, `${process.pid}-${randomBytes(6).toString("hex")}`);
  const member = isFresh ? undefined : livingMember(folder);
  return {
    isShared: member !== undefined,
    enter:
      member === undefined
        ? // Without a namespace of users that the box cannot have its own in.
          [bwrap, "--dev-bind", "/", "/", "--unshare-user", "--unshare-net", "--die-with-parent", "--"]
        : enterNetwork(member),
    hold: (first) => {
      try {
        const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${first}/status`, "utf8"))?.[1] ?? "";
        const network = readlinkSync(`/proc/${parent}/ns/net`);
        writeFileSync(own, `${parent} ${network}\n`, { flag: "wx", mode: 0o600 });
        return Number(parent);
      } catch {
        // It has ended already: there is nothing to share.
        return undefined;
      } finally {
        unlock();
      }
    },
    release: () => {
      rmSync(own, { force: true });
      unlock();
    },
  };
}

/** Where it is written who is in the network of a session. */
export function networkFolder(home: string, session: string): string {
  return join(home, ".gatehouse", "run", "networks", session);
}

/**
 * What a command line begins with whose program is in the network of a process.
 *
 * @param namespaces the folder of that process', absolute
 */
export function enterNetwork(namespaces: string): readonly [string, ...string[]] {
  return [NSENTER, `--user=${namespaces}/user`, `--net=${namespaces}/net`, "--preserve-credentials", "--"];
}

/** The namespaces of a process that is in the network of the session; others that are listed are gone. */
function livingMember(folder: string): string | undefined {
  let found: string | undefined;
  for (const name of readdirSync(folder)) {
    if (name === STARTING) continue;
    const file = join(folder, name);
    try {
      const [parent = "", network] = readFileSync(file, "utf8").trim().split(" ");
      if (!/^\d+$/.test(parent) || readlinkSync(`/proc/${parent}/ns/net`) !== network)
        throw new Error("it is another process by now");
      found ??= `/proc/${parent}/ns`;
    } catch {
      rmSync(file, { force: true });
    }
  }
  return found;
}
