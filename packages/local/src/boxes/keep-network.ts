import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { sessionNetwork } from "../box/session-network.js";

/** A network of a session that stays while this process keeps it. */
export interface KeptNetwork {
  /** The process that is in it, whose namespaces a box enters. */
  readonly member: number;
  /** Whether that still lives. */
  readonly isThere: () => boolean;
  readonly end: () => void;
}

/** What stays in it, and does nothing. */
const SLEEP = ["/bin/sleep", "2147483647"];

/**
 * Keeps the network of a session: that of a box that lives, or a new one.
 *
 * @throws Error where there can be none
 */
export async function keepNetwork(bwrap: string, home: string, session: string): Promise<KeptNetwork> {
  const network = await sessionNetwork(bwrap, home, session);
  const inside = [
    bwrap,
    "--json-status-fd",
    "3",
    "--dev-bind",
    "/",
    "/",
    "--die-with-parent",
    "--",
    ...SLEEP,
  ];
  const [program, ...args] = [...network.enter, ...inside];
  const child = spawn(program ?? "", args, {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    detached: true,
  });
  let isEnded = false;
  child.once("close", () => {
    isEnded = true;
    network.release();
  });
  const first = await firstOf(child);
  const member = first === undefined ? undefined : network.hold(first);
  const end = (): void => {
    child.kill("SIGKILL");
    network.release();
  };
  if (member === undefined) {
    end();
    throw new Error("the network of the session cannot be made");
  }
  child.unref();
  return { member, isThere: () => !isEnded && isAlive(member), end };
}

/** The first process of the innermost box; undefined: it has ended before. */
async function firstOf(child: ChildProcess): Promise<number | undefined> {
  const status = child.stdio[3];
  if (status === null || status === undefined || !("on" in status)) return undefined;
  return await new Promise((resolve) => {
    let text = "";
    status.on("data", (part: Buffer) => {
      text += part.toString();
      const [, first] = /"child-pid":\s*(\d+)/.exec(text) ?? [];
      if (first !== undefined) resolve(Number(first));
    });
    child.once("error", () => resolve(undefined));
    child.once("close", () => resolve(undefined));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
