import { isAlive } from "@gatehouse-hooks/commands";
import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { Server } from "node:net";
import process from "node:process";
import { sessionNetwork, type SessionNetwork } from "./session-network.js";

/** A network of a session that stays while this process keeps it. */
export interface KeptNetwork {
  /** The process that is in it, whose namespaces a box enters. */
  readonly member: number;
  /** Whether that still lives. */
  readonly isThere: () => boolean;
  readonly end: () => void;
  /** A listener in it, on its loopback, where one was asked for. */
  readonly listener?: Server;
}

/** What stays in it, and does nothing. */
const SLEEP = ["/bin/sleep", "2147483647"];
/** Listens on the loopback of the network that it is in, and hands that over: whoever gets it accepts what comes from there. */
const LISTEN = `const server = require("node:net").createServer();
server.listen({ host: "127.0.0.1", port: 0, exclusive: true }, () => process.send("listener", server, () => process.exit()));`;

/**
 * Keeps the network of a session: that of a box that lives, or a new one.
 *
 * @param hasListener a listener in it is needed
 * @throws Error where there can be none
 */
export async function keepNetwork(
  bwrap: string,
  home: string,
  session: string,
  hasListener = false,
): Promise<KeptNetwork> {
  const network = await sessionNetwork(bwrap, home, session);
  try {
    return await keep(bwrap, network, hasListener);
  } catch (error) {
    // The box that it was entered by has ended meanwhile.
    if (!network.isShared) throw error;
    return await keep(bwrap, await sessionNetwork(bwrap, home, session, true), hasListener);
  }
}

async function keep(bwrap: string, network: SessionNetwork, hasListener: boolean): Promise<KeptNetwork> {
  const inside = [
    bwrap,
    "--json-status-fd",
    "3",
    "--dev-bind",
    "/",
    "/",
    "--die-with-parent",
    "--",
    ...(hasListener
      ? ["/bin/sh", "-c", `"$0" -e "$1"; exec ${SLEEP.join(" ")}`, process.execPath, LISTEN]
      : SLEEP),
  ];
  const [program, ...args] = [...network.enter, ...inside];
  const child = startMember(
    [program ?? "", ...args],
    ["ignore", "ignore", "ignore", "pipe", ...(hasListener ? (["ipc"] as const) : [])],
  );
  let isEnded = false;
  child.once("close", () => {
    isEnded = true;
    network.release();
  });
  const handed = hasListener ? listenerOf(child) : Promise.resolve(undefined);
  const first = await firstProcess(child);
  const member = first === undefined ? undefined : network.hold(first);
  const listener = await handed;
  const end = (): void => {
    child.kill("SIGKILL");
    listener?.close();
    network.release();
  };
  if (member === undefined || (hasListener && listener === undefined)) {
    end();
    throw new Error("the network of the session cannot be made");
  }
  child.unref();
  const isThere = (): boolean => !isEnded && isAlive(member);
  return { member, isThere, end, ...(listener !== undefined && { listener }) };
}

/** Starts what holds namespaces: with nothing of this process' folder, environment and terminal. */
export function startMember(
  [program, ...args]: readonly [string, ...string[]],
  stdio: StdioOptions,
): ChildProcess {
  return spawn(program, args, { stdio, cwd: "/", env: { PATH: "/usr/bin:/bin" }, detached: true });
}

/** Milliseconds that a listener may take to come into being, on a busy machine. */
const LISTENER_MS = 60_000;

async function listenerOf(child: ChildProcess): Promise<Server | undefined> {
  return await new Promise((resolve) => {
    const end = (listener?: Server): void => {
      clearTimeout(timer);
      if (child.connected) child.disconnect();
      resolve(listener);
    };
    const timer = setTimeout(end, LISTENER_MS);
    child.once("message", (_, handle) => end(handle instanceof Server ? handle : undefined));
    child.once("error", () => end());
    child.once("close", () => end());
  });
}

/** The first process in a box, as `bwrap` says it at descriptor 3; undefined: it has ended before. */
export async function firstProcess(child: ChildProcess): Promise<number | undefined> {
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
