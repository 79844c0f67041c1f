import {
  type BoxPlace,
  type BoxProfile,
  type HiddenPlace,
  type GlobSegments,
  isInFolder,
  matchesGlob,
  matchesSegment,
  type Seen,
  type SeenPlace,
  segmentsOf,
} from "@gatehouse-hooks/box";
import { dirname, join } from "node:path";
import { type AbsentName, absentOf, ownNamesOf } from "./absent-names.js";
import { type KeptLink, keptLinksOf, linksTo } from "./kept-links.js";
import { GIT_POLICY, lookInWorkspace } from "./look-in-workspace.js";
import { MachineView, type FolderStamp, isSameStamp, isSettled } from "./machine-view.js";
import {
  absolute,
  filesIn,
  type FoundPlace,
  type Ground,
  isFloating,
  placesOf,
  resolved,
  walk,
} from "./places-of-profile.js";
import { listeningSockets, secretVariables } from "./reached-secrets.js";
import { redirectsOf } from "./repositories.js";
import { SESSIONS_TMP, sessionTmp } from "./session-tmp.js";
import type { FolderMemory } from "./walk-again.js";

/** What of a profile is on this machine. */
interface SeenProfile extends Omit<Seen, "hidden"> {
  readonly hidden: readonly Omit<HiddenPlace, "textFrom">[];
  /** Paths that must not come into being. */
  readonly absent: readonly AbsentName[];
  /** Links in the workspace that lead to what is kept, and have to be there when the command has ended. */
  readonly keptLinks: readonly KeptLink[];
  /** Files that make git read the configuration of another repository: they are not there, and no placeholder can be. */
  readonly redirects: readonly string[];
}

/** Where a call is started. */
export interface BoxedPlace {
  readonly workspace: string;
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Its boxes share a `/tmp`, and a network where policies list hosts. */
  readonly session?: string | undefined;
}

/** What hides the sockets of other programs. */
export const SOCKET_POLICY = "box/sockets";
/** The most files of a folder that refuse by themselves. */
const MOST_REFUSED = 100;
/** What Gatehouse writes into at every call, below the home. A box has something else in their place. */
const OWN_FOLDERS = [".gatehouse/run", SESSIONS_TMP];
/** What the box has of its own. */
const OWN = /^\/(?:proc|dev|run|var\/run|tmp|var\/tmp)(?:\/|$)/;

/** What of a profile is on the disk, the same for each call. */
interface SeenFiles extends Pick<SeenProfile, "hidden" | "kept" | "absent" | "keptLinks" | "redirects"> {
  readonly ground: Ground;
  readonly sockets: readonly string[];
  readonly needed: readonly string[];
}

/** What is known from one look to the next at a workspace, with the same policies. */
export interface LookMemory {
  readonly folders: FolderMemory;
  last?: KnownPlaces<SeenFiles> | undefined;
  /** What is hidden wherever the workspace is: mostly it hangs on no folder of that, in which placeholders come and go. */
  fixed?: KnownPlaces<readonly FoundPlace[]> | undefined;
}

/** Nothing is known. */
export function createLookMemory(): LookMemory {
  return { folders: new Map() };
}

/**
 * Looks for what a profile hides and keeps.
 *
 * @param memory of earlier looks with the same policies
 * @throws Error where there is too much to look at, or what must stay readable is hidden
 */
export function look(
  profile: BoxProfile,
  given: BoxedPlace,
  memory: LookMemory = createLookMemory(),
): SeenProfile {
  const own = OWN_FOLDERS.map((one) => join(given.home, one));
  const view = new MachineView((folder) => own.some((one) => isInFolder(folder, one)));
  const { ground, ...files } = filesAgain(profile, given, view, memory);
  const { workspace } = ground;
  const isOwnPath = (path: string): boolean => OWN.test(path) && !isInFolder(path, workspace);
  const hidden = [...files.hidden];
  const paths = new Set(hidden.map(({ path }) => path));
  for (const [path, isFolder] of [...socketsOf(given, ground, view), ...listeningSockets(isOwnPath, view)]) {
    if (paths.has(path)) continue;
    paths.add(path);
    hidden.push({ path, isFolder, policy: SOCKET_POLICY, shown: [] });
  }
  const blind = hidden.find(({ path, isFolder }) => isFolder && isInFolder(workspace, path));
  if (blind !== undefined)
    throw new Error(`the workspace is in \`${blind.path}\`, which \`${blind.policy}\` hides`);
  return {
    ...files,
    workspace,
    cwd: view.realOf(given.cwd) ?? given.cwd,
    writable: writableOf(profile, ground, view),
    hidden,
    ownFolders: ownFoldersOf(ground, given.session, view),
    variables: secretVariables(given.env),
    links: files.keptLinks.map(({ path }) => ({ path, isFolder: false, policy: GIT_POLICY })),
  };
}

/** What was seen last, where no folder has changed that it hangs on; else what is seen now. */
function filesAgain(
  profile: BoxProfile,
  given: BoxedPlace,
  view: MachineView,
  memory: LookMemory,
): SeenFiles {
  const places = [...profile.hidden, ...profile.kept];
  const key = JSON.stringify([given.workspace, given.home]);
  if (isAsBefore(memory.last, places, key, view)) return memory.last.found;
  const { files, fixed } = filesOf(profile, given, view, memory);
  const stamps = new Map([...fixed, ...view.stamps()]);
  memory.last = isAllSettled(stamps) ? { places, given: key, stamps, found: files } : undefined;
  return files;
}

/** What is hidden whose globs do not float, and the folders that it hangs on. */
function fixedAgain(
  { hidden }: BoxProfile,
  ground: Ground,
  view: MachineView,
  memory: LookMemory,
): Pick<KnownPlaces<readonly FoundPlace[]>, "found" | "stamps"> {
  const key = JSON.stringify([ground.workspace, ground.home]);
  if (isAsBefore(memory.fixed, hidden, key, view)) return memory.fixed;
  const found = hidden
    .filter((place) => !isFloating(place.glob) && !isOwn(place, ground))
    .flatMap((place) => placesOf(place, ground, view));
  const fixed = { places: hidden, given: key, stamps: new Map(view.stamps()), found };
  memory.fixed = isAllSettled(fixed.stamps) ? fixed : undefined;
  return fixed;
}

function filesOf(
  profile: BoxProfile,
  given: Pick<BoxedPlace, "workspace" | "home">,
  view: MachineView,
  memory: LookMemory,
): { readonly files: SeenFiles; readonly fixed: KnownPlaces<unknown>["stamps"] } {
  const workspace = view.realOf(given.workspace) ?? given.workspace;
  const ground = { workspace, home: view.realOf(given.home) ?? given.home };
  const hidden = new Map<string, FoundPlace>();
  const kept = new Map<string, SeenPlace>();
  const add = (map: Map<string, FoundPlace | SeenPlace>, found: readonly FoundPlace[]): void => {
    for (const one of found) if (!map.has(one.path) && !isExcepted(one)) map.set(one.path, one);
  };
  const { found: fixed, stamps } = fixedAgain(profile, ground, view.another(), memory);
  add(hidden, fixed);
  // What is outside of the workspace is read-only as it is.
  for (const place of profile.kept)
    if (!isFloating(place.glob) && isInFolder(stemOf(absolute(place.glob, ground)), workspace))
      add(kept, placesOf(place, ground, view));
  const inWorkspace = lookInWorkspace(profile, ground, view, memory.folders);
  add(hidden, inWorkspace.hidden);
  add(hidden, otherNames([...inWorkspace.hidden, ...fixed], ground, view));
  add(kept, inWorkspace.kept);
  const names = ownNamesOf(profile, ground);
  add(kept, linkedNames(names, ground, view));
  const keptLinks = keptLinksOf(
    [...names.map(({ path }) => path), ...inWorkspace.keptPaths],
    workspace,
    view,
  );
  const resolver = view.realOf("/etc/resolv.conf");
  const files = {
    ground,
    hidden: [...hidden.values()].flatMap((one) => {
      const shown = shownIn(one, view);
      return [{ ...one, shown }, ...refused(one, shown, view)];
    }),
    kept: [...kept.values()],
    sockets: ["/run", "/var/run"].filter((one) => view.statOf(one)?.isDirectory() === true),
    needed: resolver?.startsWith("/run/") === true ? [resolver] : [],
    absent: absentOf(names, inWorkspace.repositories, kept.values(), view),
    keptLinks,
    redirects: redirectsOf(inWorkspace.repositories, view),
  };
  return { files, fixed: stamps };
}

/** What names at the top of the workspace lead to by links, where no glob looks for it. */
function linkedNames(names: readonly AbsentName[], ground: Ground, view: MachineView): readonly FoundPlace[] {
  return names
    .filter(({ path }) => linksTo(path, ground.workspace, view).length > 0)
    .flatMap(({ path, policy }) => resolved(path, { glob: "", except: [], policy }, ground, view))
    .filter((one) => isInFolder(one.path, ground.workspace));
}

/** What is not there is made in the nearest folder that is: that one can be written. A link out of the workspace is not followed. */
function writableOf({ writable }: BoxProfile, ground: Ground, view: MachineView): readonly string[] {
  const folders = writable.flatMap((one) => {
    let folder = absolute(one, ground).replace(/\/+$/, "");
    while (
      folder !== ground.workspace &&
      view.statOf(folder)?.isDirectory() !== true &&
      isInFolder(folder, ground.workspace)
    )
      folder = dirname(folder);
    const real = view.realOf(folder);
    return real !== undefined && isInFolder(real, ground.workspace) ? [real] : [];
  });
  const inOrder = [...new Set(folders)].toSorted((a, b) => a.length - b.length);
  return inOrder.filter((one, at) => !inOrder.slice(0, at).some((outer) => isInFolder(one, outer)));
}

function isOwn({ glob }: BoxPlace, ground: Ground): boolean {
  return OWN.test(absolute(glob, ground)) && !isInFolder(ground.workspace, stemOf(absolute(glob, ground)));
}

function isExcepted({ path, except }: FoundPlace): boolean {
  return except.some((glob) => matchesGlob(glob, segmentsOf(path)));
}

/** A secret with another name in the workspace is not hidden by a mount over the first: only where one has more names is it looked for. */
function otherNames(
  secrets: readonly FoundPlace[],
  ground: Ground,
  view: MachineView,
): readonly FoundPlace[] {
  const inodes = new Map<string, FoundPlace>();
  const note = (path: string, one: FoundPlace): void => {
    const stats = view.statOf(path);
    if (stats?.isFile() === true && stats.nlink > 1) inodes.set(`${stats.dev}:${stats.ino}`, one);
  };
  for (const one of secrets)
    if (one.isFolder) walk(one.path, view, (path) => note(path, one));
    else note(one.path, one);
  const others: FoundPlace[] = [];
  if (inodes.size > 0)
    walk(ground.workspace, view, (path, entry) => {
      const stats = entry.isFile() ? view.statOf(path) : undefined;
      const one = stats === undefined ? undefined : inodes.get(`${stats.dev}:${stats.ino}`);
      if (one !== undefined) others.push({ path, isFolder: false, policy: one.policy, except: [] });
    });
  return others;
}

/** What stays readable of a hidden folder. */
function shownIn({ path, isFolder, except }: FoundPlace, view: MachineView): readonly string[] {
  const inside = except.filter((glob) => mayBeIn(glob, segmentsOf(path)));
  if (!isFolder || inside.length === 0) return [];
  const shown: string[] = [];
  walk(path, view, (one, entry) => {
    if (entry.isFile() && inside.some((glob) => matchesGlob(glob, segmentsOf(one)))) shown.push(one);
  });
  return shown;
}

/** Whether a glob may name something in a folder: a whole system is not walked through for what is elsewhere. */
function mayBeIn(glob: GlobSegments, folder: GlobSegments): boolean {
  for (const [at, name] of folder.entries()) {
    const part = glob[at];
    if (part === undefined) return false;
    if (part === "**") return true;
    if (!matchesSegment(part, name)) return false;
  }
  return true;
}

/** The files beside what stays readable: they are there and refuse, "permission denied" and not "no such file". */
function refused(
  { path, policy }: FoundPlace,
  shown: readonly string[],
  view: MachineView,
): readonly Omit<HiddenPlace, "textFrom">[] {
  if (shown.length === 0) return [];
  return filesIn(path, view)
    .filter((one) => !shown.includes(one))
    .slice(0, MOST_REFUSED)
    .map((one) => ({ path: one, isFolder: false, policy, shown: [] }));
}

/** Sockets that are no files of a runtime folder: the daemon's own first, else a boxed call could ask it. */
function socketsOf(
  { env }: BoxedPlace,
  { home }: Ground,
  view: MachineView,
): readonly (readonly [string, boolean])[] {
  const places = [
    env["XDG_RUNTIME_DIR"],
    env["SSH_AUTH_SOCK"],
    // What other sessions keep is theirs.
    ...[".gatehouse/run", ".docker/run", ".gnupg", SESSIONS_TMP].map((one) => join(home, one)),
  ];
  return places.flatMap((place) => {
    const path = place === undefined || place === "" ? undefined : view.realOf(place);
    if (path === undefined || OWN.test(path)) return [];
    return [[path, view.statOf(path)?.isDirectory() === true] as const];
  });
}

/** Caches that tools write into. Those of the user are read by what runs without a box, so that the box has others. */
const CACHES = [".cache", ".npm"];

function ownFoldersOf(
  { home, workspace }: Ground,
  session: string | undefined,
  view: MachineView,
): SeenProfile["ownFolders"] {
  const caches = CACHES.map((name) => ({
    path: join(home, name),
    from: join(home, ".gatehouse/state/box", name),
  })).filter(({ path }) => view.statOf(path)?.isDirectory() === true && !isInFolder(workspace, path));
  if (session === undefined) return caches;
  return [{ path: "/tmp", from: sessionTmp(home, session) }, ...caches];
}

/** The literal folder that a glob starts from. */
function stemOf(glob: string): string {
  const at = glob.search(/[*?[]/);
  return at < 0 ? glob : dirname(`${glob.slice(0, at)}x`);
}

/** What was found for places, and the folders that it hangs on. */
interface KnownPlaces<Found> {
  readonly places: readonly BoxPlace[];
  readonly given: string;
  readonly stamps: ReadonlyMap<string, FolderStamp | undefined>;
  readonly found: Found;
}

/** Whether what was found for the same places hangs on no folder that has changed. */
function isAsBefore<Found>(
  before: KnownPlaces<Found> | undefined,
  places: readonly BoxPlace[],
  given: string,
  view: MachineView,
): before is KnownPlaces<Found> {
  if (before?.given !== given || before.places.length !== places.length) return false;
  if (!places.every((one, at) => one === before.places[at])) return false;
  return [...before.stamps].every(([folder, stamp]) => isSameStamp(view.stampOf(folder), stamp));
}

/** Whether what hangs on these folders may be kept: another change of one of them would show. */
function isAllSettled(stamps: ReadonlyMap<string, FolderStamp | undefined>): boolean {
  return [...stamps.values()].every((stamp) => isSettled(stamp));
}
