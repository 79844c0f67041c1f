import { type Box, proxiedHosts } from "@gatehouse-hooks/box";
import { isAlive } from "@gatehouse-hooks/commands";
import {
  appendFileSync,
  type FSWatcher,
  mkdirSync,
  readdirSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { CALLS, REFUSED_HOSTS } from "../box/box-script.js";
import { profileOfCommand } from "../box/call-profile.js";
import { createLookMemory, type LookMemory } from "../box/look.js";
import { type CallProject, processWord, projectOf } from "@gatehouse-hooks/local/places";
import type { Context } from "@gatehouse-hooks/local";
import { recordRefusal, recordUnsound, toldLine, UNSOUND_LINE } from "./box-here.js";
import { answerAsks } from "./answer-asks.js";
import { type BoxRequest, readBoxRequest } from "./box-request.js";
import { composeBox } from "./compose-box.js";
import { type KeptMounts, keepMounts } from "./keep-mounts.js";
import { type KeptNetworks, keepNetworks } from "./keep-networks.js";
import { type KeptPlaces, keepPlaces } from "./keep-places.js";
import { type KeptTexts, keepTexts } from "./keep-texts.js";
import { lookWhile, type RepeatedLook } from "./look-while.js";

/** The box of a project, and what its calls are recorded with. */
export interface ProjectBox {
  readonly box: Box;
  readonly context: Context;
}

/** The boxes that shells have been told how to start. */
export interface Boxes {
  /** How many of them live. */
  readonly count: () => number;
  readonly close: () => Promise<void>;
}

/** What the daemon keeps its boxes in. */
interface BoxesPlace {
  readonly home: string;
  /** The daemon's folder, which is this user's alone. */
  readonly folder: string;
}

/** Where files are written that boxes show in the place of others, below the daemon's folder. */
const TEXTS = "texts";
/** The most hosts that are named which a call did not reach. */
const MOST_REFUSED = 10;
/** How often it looks, in ms, whether a shell has gone without a word. */
const LOOK_MS = 1_000;
/** How often it looks, in ms, for networks that no box has asked for in a while. */
const FORGET_MS = 60_000;

/** What a shell makes when its box has ended: all of what it says is in the name, as a file is there before it is written. */
const ENDED = /^(.+)\.(end|refused)$/;

interface LiveBox {
  readonly pid: number;
  /** The network that it is in, where others may be. */
  readonly network: string | undefined;
  /** Says a host that was not reached, while the box lives. */
  readonly refused: (line: string) => void;
  /** @param isRefused the kernel has refused what the facts of the call do not have */
  readonly end: (isRefused: boolean) => Promise<void>;
}

/** What is kept from one box to the next. */
interface Keeping {
  readonly home: string;
  /** Where what each box is started with is written. */
  readonly calls: string;
  readonly networks: KeptNetworks;
  readonly mounts: KeptMounts;
  readonly texts: KeptTexts;
  readonly places: KeptPlaces;
  /** What is known of the workspaces that a box was made for. */
  readonly memoryOf: (box: Box, workspace: string) => LookMemory;
  readonly boxOfProject: (project: CallProject) => Promise<ProjectBox>;
}

/**
 * Composes boxes for shells that start them by themselves: the policies, the look at the workspace, its placeholders and the network of a session
 * are kept from one call to the next.
 */
export function createBoxes(
  { home, folder }: BoxesPlace,
  boxOfProject: (project: CallProject) => Promise<ProjectBox>,
): Boxes {
  const calls = openCalls(folder);
  const live = new Map<string, LiveBox>();
  const places = keepPlaces(home);
  const started = keepForBoxes({ home, folder }, live);
  const keeping = { home, calls, ...started, places, memoryOf: createMemories(), boxOfProject };
  const lookAtEnds = (): void => {
    const names = readdirSync(calls);
    for (const name of names) asks.look(name);
    endThose(live, calls, names);
    void places.letGo();
  };
  const isUsed = (name: string): boolean => [...live.values()].some(({ network }) => network === name);
  const forgetting = setInterval(() => {
    for (const one of Object.values(started)) one.forgetOld(isUsed);
  }, FORGET_MS).unref();
  // What it watches may be lost to it, where much happens at once, and a shell may go without a word.
  const looking = lookWhile(() => live.size > 0 || !places.isEmpty(), lookAtEnds, LOOK_MS);
  const asks = answerAsks({ folder, calls }, async (id, pid) => {
    try {
      const { said, box } = await composeCall(id, readBoxRequest(pid), keeping);
      live.set(id, box);
      return said;
    } finally {
      looking.wake();
    }
  });
  const watcher = watchCalls(calls, looking, (name) => {
    asks.look(name);
    if (ENDED.test(name)) lookAtEnds();
  });
  // A shell may have asked before it was watched.
  looking.wake();
  return {
    count: () => live.size,
    close: async () => {
      asks.close();
      looking.close();
      clearInterval(forgetting);
      watcher.close();
      lookAtEnds();
      for (const one of Object.values(started)) one.close();
      await places.letGo(true);
    },
  };
}

/** What boxes are started in and with. */
function keepForBoxes({ home, folder }: BoxesPlace, live: ReadonlyMap<string, LiveBox>) {
  return {
    // Which of the boxes in a network has asked is not known: each says it.
    networks: keepNetworks(home, (name, line) => {
      for (const one of live.values()) if (one.network === name) one.refused(line);
    }),
    mounts: keepMounts(),
    texts: keepTexts(join(folder, TEXTS)),
  };
}

/** Sees what comes into the folder of the calls, and wakes the look that finds what was not seen. */
function watchCalls(calls: string, looking: RepeatedLook, see: (name: string) => void): FSWatcher {
  const watcher = watch(calls, { persistent: false }, (_, name) => {
    looking.wake();
    if (name !== null) see(name);
  });
  // Without it nothing is seen but by looking.
  watcher.on("error", () => void setInterval(looking.wake, LOOK_MS).unref());
  return watcher;
}

/** Ends what is kept for boxes that have ended, or whose shells have gone. */
function endThose(live: Map<string, LiveBox>, calls: string, names: readonly string[]): void {
  const end = (id: string, isRefused: boolean): void => {
    const one = live.get(id);
    live.delete(id);
    void one?.end(isRefused).catch(() => undefined);
  };
  for (const name of live.size === 0 ? [] : names) {
    const [, id, how] = ENDED.exec(name) ?? [];
    if (id === undefined) continue;
    rmSync(join(calls, name), { force: true });
    end(id, how === "refused");
  }
  for (const [id, { pid }] of live) if (!isAlive(pid)) end(id, false);
}

/** Prepares the box of one call, and says it in the words of the script: how standard error is watched, whose network and whose mounts are entered or 0. */
async function composeCall(
  id: string,
  { pid, cwd, env, command, session, isBeside }: BoxRequest,
  { home, calls, networks, mounts, texts, places, memoryOf, boxOfProject }: Keeping,
): Promise<{ readonly said: string; readonly box: LiveBox }> {
  const of = projectOf(processWord(env, cwd), undefined, home);
  const { box, context } = await boxOfProject(of);
  const place = { workspace: of.project, cwd, home, env, session };
  const call = profileOfCommand(box.profile, command, place);
  const profile = call?.profile ?? box.profile;
  const isShared = session !== undefined && profile.network.kind === "hosts";
  if (!isShared && proxiedHosts(profile.network).length > 0)
    throw new Error("the network of a box without a session is made with it");
  const network = isShared ? await networks.networkOf(session, profile.network) : undefined;
  const own = join(calls, id);
  const { redirects, member, release } = await composeBox(
    isShared ? { ...profile, network: { kind: "host" } } : profile,
    place,
    {
      ...{ call: own, holder: pid, memory: memoryOf(box, of.project), hold: places.hold },
      ...{ proxy: network?.proxy, texts },
      memberOf: async (kept) => (isBeside ? await mounts.memberOf(network?.member, kept) : undefined),
    },
  );
  // The script reads them line by line, and removes what they name.
  if (redirects.some((path) => /\p{Cc}/u.test(path))) {
    await release();
    throw new Error("a repository has a name with a line break");
  }
  const lines = [toldLine(box.profile, of.project), UNSOUND_LINE, ...redirects];
  writeFileSync(`${own}.said`, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  const hosts = new Set<string>();
  const refused = (line: string): void => {
    if (hosts.size >= MOST_REFUSED || hosts.has(line)) return;
    hosts.add(line);
    // The script prints them when the command has ended.
    appendFileSync(`${own}.${REFUSED_HOSTS}`, `${line}\n`, { mode: 0o600 });
  };
  const end = async (isRefused: boolean): Promise<void> => {
    for (const line of hosts) await recordRefusal(context, command, line);
    await release();
    for (const path of redirects) rmSync(path, { recursive: true, force: true });
    if (isRefused) await recordUnsound(context, command);
  };
  return {
    said: `${call?.tellsFaults === true ? "watched" : "plain"} ${network?.member ?? 0} ${member ?? 0}`,
    box: { pid, end, refused, network: network?.name },
  };
}

function createMemories(): Keeping["memoryOf"] {
  const memories = new WeakMap<Box, Map<string, LookMemory>>();
  return (box, workspace) => {
    const ofBox = memories.get(box) ?? new Map<string, LookMemory>();
    memories.set(box, ofBox);
    const memory = ofBox.get(workspace) ?? createLookMemory();
    ofBox.set(workspace, memory);
    return memory;
  };
}

/** The folder of the calls, without what a daemon that was killed has left of shells that have gone. */
function openCalls(folder: string): string {
  const calls = join(folder, CALLS);
  mkdirSync(calls, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(calls))
    if (!isAlive(Number.parseInt(name, 10))) rmSync(join(calls, name), { recursive: true, force: true });
  return calls;
}
