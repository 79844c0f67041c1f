import {
  type BoxProfile,
  bubblewrapArguments,
  placeRefusalLine,
  proxiedHosts,
  refusedPlaces,
  type Seen,
} from "@gatehouse-hooks/box";
import { printable } from "@gatehouse-hooks/console/print";
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { constants } from "node:os";
import process from "node:process";
import { steadyProgramOn } from "@gatehouse-hooks/local/agents";
import { bubblewrap, whyNoBox } from "./bubblewrap-program.js";
import type { BoxedPlace } from "./look.js";
import { restoreLinks } from "./kept-links.js";
import { closeInherited } from "./open-descriptors.js";
import { isGoneSocket, prepareBox, withoutGone } from "./prepare-box.js";
import { statNow } from "./machine-view.js";
import { watchRefusals } from "./refusals.js";
import { sessionNetwork, type SessionNetwork } from "../network/session-network.js";
import { openSessionTmp } from "./session-tmp.js";

/** How a boxed command ended. */
export type BoxedEnd =
  | {
      readonly kind: "ended";
      readonly code: number;
      /** Standard error says that the kernel has refused something; false where nobody looks. */
      readonly isRefused: boolean;
      /** Places that it was refused, as its standard error says, a line for each. */
      readonly refusedPlaces: readonly string[];
      /** What its proxy did not let it reach, a line for each. */
      readonly refusedHosts: readonly string[];
    }
  /** Nothing was run. */
  | { readonly kind: "unmade"; readonly why: string }
  | { readonly kind: "unknown-command" };

/** The first descriptors of the child: its streams, and the status of the box. */
const FIRST_TEXT = 4;
/** How often a box is tried whose sockets go while it is made. */
const MOST_TRIES = 3;
const PASSED: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"];

/**
 * Runs a command in the box of a profile, with the streams, the signals and the exit code that it has without one. Where the box cannot be
 * made nothing runs. Never rejects.
 *
 * @param isWatched standard error is looked through for refusals; that of a terminal never is
 */
export async function runBoxed(
  command: readonly [string, ...string[]],
  profile: BoxProfile,
  place: BoxedPlace,
  isWatched = false,
): Promise<BoxedEnd> {
  const bwrap = bubblewrap();
  if (bwrap === undefined) return { kind: "unmade", why: whyNoBox() ?? "bubblewrap is not installed" };
  const [program] = command;
  if (!program.includes("/") && steadyProgramOn(place.env["PATH"], program) === undefined)
    return { kind: "unknown-command" };
  const open = closeInherited();
  if (open !== undefined) return { kind: "unmade", why: open };
  try {
    if (place.session !== undefined) openSessionTmp(place.home, place.session);
    for (let tries = 1; ; tries++) {
      const { end, seen } = await runOnce(bwrap, profile, command, { ...place, isWatched });
      // What has gone meanwhile is not seen again.
      const isLast = tries >= MOST_TRIES || !seen.hidden.some((one) => isGoneSocket(one));
      if (end.kind !== "unmade" || isLast) return end;
    }
  } catch (error) {
    return { kind: "unmade", why: error instanceof Error ? error.message : String(error) };
  }
}

async function runOnce(
  bwrap: string,
  profile: BoxProfile,
  command: readonly [string, ...string[]],
  place: BoxedPlace & Pick<RunPlace, "isWatched">,
): Promise<{ readonly end: BoxedEnd; readonly seen: Pick<Seen, "hidden"> }> {
  const prepared = await prepareBox(profile, place, { textFrom: (at) => FIRST_TEXT + at });
  const { found, texts } = prepared;
  try {
    const isSeen = place.isWatched && !process.stderr.isTTY;
    const end = await runIn(bwrap, profile, command, { ...place, found, texts, isWatched: isSeen });
    return { end, seen: found };
  } finally {
    await prepared.release();
    removeMade(prepared.redirects);
    sayRestored(restoreLinks(prepared.keptLinks));
  }
}

/** Removes what the command has made and must not be there, and says so. */
function removeMade(paths: readonly string[]): void {
  for (const path of paths) {
    if (statNow(path) === undefined) continue;
    rmSync(path, { recursive: true, force: true });
    process.stderr.write(`gatehouse box: \`${printable(path)}\`, which the command has made, is removed\n`);
  }
}

/** Says which links were something else when the command had ended. */
function sayRestored(paths: readonly string[]): void {
  for (const path of paths)
    process.stderr.write(
      `gatehouse box: \`${printable(path)}\` is the link again that it was; what the command has put there is beside it\n`,
    );
}

interface RunPlace extends BoxedPlace {
  readonly found: Seen;
  readonly texts: readonly string[];
  readonly isWatched: boolean;
}

/** Runs a command in the box of what was found, and where hosts are listed in the network of its session. */
async function runIn(
  bwrap: string,
  profile: BoxProfile,
  command: readonly string[],
  place: RunPlace,
): Promise<BoxedEnd> {
  const line = (one: BoxProfile, proxy?: string): readonly [string, ...string[]] => [
    ...([bwrap, "--json-status-fd", "3"] as const),
    ...[
      ...bubblewrapArguments(one, { ...withoutGone(place.found), ...(proxy !== undefined && { proxy }) }),
      "--",
    ],
    ...command,
  ];
  const { session, home } = place;
  if (proxiedHosts(profile.network).length > 0) {
    const { openProxiedNetwork } = await import("../network/open-proxied-network.js");
    const refusedHosts = new Set<string>();
    const at = { bwrap, home, session };
    const network = await openProxiedNetwork(at, profile.network, (refusal) => refusedHosts.add(refusal));
    try {
      const inside = line({ ...profile, network: { kind: "host" } }, network.proxy);
      const end = await run([...network.enter, ...inside], place);
      return end.kind === "ended" ? { ...end, refusedHosts: [...refusedHosts] } : end;
    } finally {
      network.end();
    }
  }
  if (session === undefined || profile.network.kind !== "hosts") return await run(line(profile), place);
  const enter = async (isFresh: boolean): Promise<BoxedEnd & { readonly isGone: boolean }> => {
    const network = await sessionNetwork(bwrap, home, session, isFresh);
    const inside = line({ ...profile, network: { kind: "host" } });
    const end = await run([...network.enter, ...inside], place, network);
    return { ...end, isGone: network.isShared && end.kind === "unmade" };
  };
  const { isGone, ...end } = await enter(false);
  // The box that it was entered by has ended meanwhile.
  return isGone ? await enter(true) : end;
}

async function run(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env, home, found, texts, isWatched }: RunPlace,
  network?: SessionNetwork,
): Promise<BoxedEnd> {
  const child = spawn(program, args, {
    cwd,
    env: { ...env },
    stdio: [
      ...(["inherit", "inherit", isWatched ? "pipe" : "inherit", "pipe"] as const),
      ...texts.map(() => "pipe" as const),
    ],
    // Its own group: a signal of the terminal comes here, and is passed on to the command alone.
    detached: true,
  });
  let status = "";
  let isHeld = false;
  const statusPipe = child.stdio[3];
  if (statusPipe !== null && statusPipe !== undefined && "on" in statusPipe)
    statusPipe.on("data", (part: Buffer) => {
      status += part.toString();
      const first = firstOf(status);
      if (isHeld || first === undefined) return;
      isHeld = true;
      network?.hold(first);
    });
  giveTexts(child, texts);
  const errors = child.stderr === null ? undefined : watchRefusals(child.stderr, process.stderr);
  const pass = (signal: NodeJS.Signals): void => passOn(signal, firstOf(status), child);
  for (const signal of PASSED) process.on(signal, pass);
  try {
    const { code, signal, error } = await ended(child);
    if (error !== undefined) return { kind: "unmade", why: error };
    // Of what was killed it is not known how far it had come.
    if (!status.includes('"exit-code"') && code !== 0 && signal === null)
      return { kind: "unmade", why: "the kernel or bubblewrap refused it" };
    const exit = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
    const isRefused = errors?.isRefused() === true;
    const refused = refusedPlaces(errors?.text() ?? "", { ...found, home }).map(placeRefusalLine);
    return { kind: "ended", code: exit, isRefused, refusedPlaces: refused, refusedHosts: [] };
  } finally {
    for (const signal of PASSED) process.off(signal, pass);
    network?.release();
  }
}

/** The first process of the box, once it is there. */
function firstOf(status: string): number | undefined {
  const [, first] = /"child-pid":\s*(\d+)/.exec(status) ?? [];
  return first === undefined ? undefined : Number(first);
}

/** Each file that the box shows with another text comes through a pipe of its own. */
function giveTexts(child: ChildProcess, texts: readonly string[]): void {
  for (const [index, text] of texts.entries()) {
    const pipe = child.stdio[FIRST_TEXT + index];
    if (pipe === null || pipe === undefined || !("end" in pipe)) continue;
    pipe.on("error", () => undefined);
    pipe.end(text);
  }
}

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: string;
}

async function ended(child: ChildProcess): Promise<Ended> {
  return await new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: null, signal: null, error: error.message }));
    child.on("close", (code, signal) => resolve({ code, signal }));
  });
}

/** The box's first process waits for the command, and ends with it; one that gets the signal itself would end the command at once. */
function passOn(signal: NodeJS.Signals, first: number | undefined, child: ChildProcess): void {
  try {
    const list = first === undefined ? "" : readFileSync(`/proc/${first}/task/${first}/children`, "utf8");
    const command = Number.parseInt(list, 10);
    if (Number.isSafeInteger(command)) process.kill(command, signal);
    else child.kill(signal);
  } catch {
    child.kill(signal);
  }
}
