import {
  type BoxPlace,
  type BoxProfile,
  type GlobSegments,
  type HiddenPlace,
  matchesGlob,
  matchesSegment,
  type Seen,
  type SeenPlace,
  segmentsOf,
} from "@gatehouse-hooks/box";
import { dirname, join } from "node:path";
import {
  absolute,
  type LookBudget,
  lookBudget,
  type NamedEntry,
  filesIn,
  type FoundPlace,
  type Ground,
  isEmptyFolder,
  isFloating,
  openSegments,
  placesOf,
  realOf,
  resolved,
  statOf,
  walk,
} from "./places-of-profile.js";
import { type KeptLink, keptLinksOf, linksTo } from "./kept-links.js";
import { mayBeOfRepository, redirectsOf, repositoryAt } from "./repositories.js";
import { SESSIONS_TMP, sessionTmp } from "./session-tmp.js";
import { type FolderMemory, walkAgain } from "./walk-again.js";
import { listeningSockets, secretVariables } from "./reached-secrets.js";

/** What of a profile is on this machine. */
interface SeenProfile extends Omit<Seen, "hidden"> {
  readonly hidden: readonly Omit<HiddenPlace, "textFrom">[];
  /** Paths that must not come into being, absolute, and who says so. */
  readonly absent: readonly Pick<SeenPlace, "path" | "policy">[];
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

/** What git runs by itself, below the folder of a repository. */
const GIT_RUNS = ["hooks", "config", "config.worktree"];
const GIT_POLICY = "box/git-runs-code";
/** What hides the sockets of other programs. */
export const SOCKET_POLICY = "box/sockets";
/** The most files of a folder that refuse by themselves. */
const MOST_REFUSED = 100;
/** What the box has of its own. */
const OWN = /^\/(?:proc|dev|run|var\/run|tmp|var\/tmp)(?:\/|$)/;

/**
 * Looks for what a profile hides and keeps.
 *
 * @param memory of earlier looks with the same profile
 * @throws Error where there is too much to look at, or what must stay readable is hidden
 */
export function look(profile: BoxProfile, given: BoxedPlace, memory: FolderMemory = new Map()): SeenProfile {
  const workspace = realOf(given.workspace) ?? given.workspace;
  const ground = { workspace, home: realOf(given.home) ?? given.home };
  const budget = lookBudget();
  const hidden = new Map<string, FoundPlace>();
  const kept = new Map<string, SeenPlace>();
  const add = (map: Map<string, FoundPlace | SeenPlace>, found: readonly FoundPlace[]): void => {
    for (const one of found) if (!map.has(one.path) && !isExcepted(one)) map.set(one.path, one);
  };
  const fixed = profile.hidden
    .filter((place) => !isFloating(place.glob) && !isOwn(place, ground))
    .flatMap((place) => placesOf(place, ground, budget));
  add(hidden, fixed);
  // What is outside of the workspace is read-only as it is.
  for (const place of profile.kept)
    if (!isFloating(place.glob) && isInside(stemOf(absolute(place.glob, ground)), workspace))
      add(kept, placesOf(place, ground, budget));
  const inWorkspace = lookInWorkspace(profile, ground, budget, memory);
  add(hidden, inWorkspace.hidden);
  add(hidden, otherNames([...inWorkspace.hidden, ...fixed], ground, budget));
  add(kept, inWorkspace.kept);
  const names = ownNamesOf(profile, ground);
  add(kept, linkedNames(names, ground));
  const keptLinks = keptLinksOf([...names.map(({ path }) => path), ...inWorkspace.keptPaths], workspace);
  const isOwnPath = (path: string): boolean => OWN.test(path) && !isInside(path, workspace);
  for (const [path, isFolder] of [...socketsOf(given, ground), ...listeningSockets(isOwnPath)])
    if (!hidden.has(path)) hidden.set(path, { path, isFolder, policy: SOCKET_POLICY, except: [] });
  const blind = [...hidden.values()].find(({ path, isFolder }) => isFolder && isInside(workspace, path));
  if (blind !== undefined)
    throw new Error(`the workspace is in \`${blind.path}\`, which \`${blind.policy}\` hides`);
  const resolver = realOf("/etc/resolv.conf");
  return {
    workspace,
    cwd: realOf(given.cwd) ?? given.cwd,
    writable: writableOf(profile, ground),
    hidden: [...hidden.values()].flatMap((one) => {
      const shown = shownIn(one, budget);
      return [{ ...one, shown }, ...refused(one, shown, budget)];
    }),
    kept: [...kept.values()],
    ownFolders: ownFoldersOf(ground, given.session),
    sockets: ["/run", "/var/run"].filter((one) => statOf(one)?.isDirectory() === true),
    needed: resolver?.startsWith("/run/") === true ? [resolver] : [],
    variables: secretVariables(given.env),
    absent: absentOf(names, inWorkspace.repositories),
    keptLinks,
    links: keptLinks.map(({ path }) => ({ path, isFolder: false, policy: GIT_POLICY })),
    redirects: redirectsOf(inWorkspace.repositories),
  };
}

/** What names at the top of the workspace lead to by links, where no glob looks for it. */
function linkedNames(names: ReturnType<typeof ownNamesOf>, ground: Ground): readonly FoundPlace[] {
  return names
    .filter(({ path }) => linksTo(path, ground.workspace).length > 0)
    .flatMap(({ path, policy }) => resolved(path, { glob: "", except: [], policy }, ground))
    .filter((one) => isInside(one.path, ground.workspace));
}

/** What is not there is made in the nearest folder that is: that one can be written. A link out of the workspace is not followed. */
function writableOf({ writable }: BoxProfile, ground: Ground): readonly string[] {
  const folders = writable.flatMap((one) => {
    let folder = absolute(one, ground).replace(/\/+$/, "");
    while (
      folder !== ground.workspace &&
      statOf(folder)?.isDirectory() !== true &&
      isInside(folder, ground.workspace)
    )
      folder = dirname(folder);
    const real = realOf(folder);
    return real !== undefined && isInside(real, ground.workspace) ? [real] : [];
  });
  const inOrder = [...new Set(folders)].toSorted((a, b) => a.length - b.length);
  return inOrder.filter((one, at) => !inOrder.slice(0, at).some((outer) => isInside(one, outer)));
}

function isOwn({ glob }: BoxPlace, ground: Ground): boolean {
  return OWN.test(absolute(glob, ground)) && !isInside(ground.workspace, stemOf(absolute(glob, ground)));
}

function isExcepted({ path, except }: FoundPlace): boolean {
  return except.some((glob) => matchesGlob(glob, segmentsOf(path)));
}

/** A floating glob by the name that what it means ends with. */
interface Floating {
  readonly place: BoxPlace;
  readonly glob: GlobSegments;
  readonly kind: "hidden" | "kept";
}

/** The floating globs that an entry's name may be of. */
function floatingOf(profile: BoxProfile, ground: Ground): (entry: NamedEntry) => readonly Floating[] {
  const byName = new Map<string, Floating[]>();
  const byPattern: (Floating & { readonly last: string })[] = [];
  for (const kind of ["hidden", "kept"] as const)
    for (const place of profile[kind]) {
      if (!isFloating(place.glob)) continue;
      const whole = segmentsOf(absolute(place.glob, ground));
      const glob = whole.at(-1) === "**" ? whole.slice(0, -1) : whole;
      const last = glob.at(-1) ?? "**";
      const floating = { place, glob, kind };
      if (/[*?[]/.test(last)) byPattern.push({ ...floating, last });
      else byName.set(last, [...(byName.get(last) ?? []), floating]);
    }
  return ({ name }) => [
    ...(byName.get(name) ?? []),
    ...byPattern.filter(({ last }) => matchesSegment(last, name)),
  ];
}

/** One walk for all globs that name files wherever they are. */
function lookInWorkspace(
  profile: BoxProfile,
  ground: Ground,
  budget: LookBudget,
  memory: FolderMemory,
): {
  readonly hidden: readonly FoundPlace[];
  readonly kept: readonly FoundPlace[];
  readonly repositories: readonly string[];
  /** Where what is kept was found, also where that is a link. */
  readonly keptPaths: readonly string[];
} {
  const nearOf = floatingOf(profile, ground);
  const found: { readonly hidden: FoundPlace[]; readonly kept: FoundPlace[] } = { hidden: [], kept: [] };
  const repositories = new Set<string>();
  const keptPaths: string[] = [];
  const gitFile = { glob: "", except: [], policy: GIT_POLICY };
  const isNear = (entry: NamedEntry): boolean => mayBeOfRepository(entry) || nearOf(entry).length > 0;
  walkAgain(ground.workspace, budget, memory, isNear, (path, entry) => {
    const near = nearOf(entry);
    const segments = near.length === 0 ? [] : segmentsOf(path);
    for (const { place, glob, kind } of near) {
      if (!matchesGlob(glob, segments)) continue;
      if (place.except.some((one) => matchesGlob(openSegments(one, ground), segments))) continue;
      found[kind].push(...resolved(path, place, ground));
      if (kind === "kept") keptPaths.push(path);
    }
    // That of a submodule or of a linked worktree says where its repository is, and so does a link.
    if (entry.name === ".git" && !entry.isDirectory()) {
      keptPaths.push(path);
      if (entry.isFile()) found.kept.push(...resolved(path, gitFile, ground));
    }
    const repository = repositoryAt(path, entry);
    if (repository !== undefined) repositories.add(repository);
  });
  const run = [...repositories].flatMap((one) => GIT_RUNS.map((name) => join(one, name)));
  return {
    hidden: found.hidden,
    kept: [...found.kept, ...run.flatMap((path) => resolved(path, gitFile, ground))],
    repositories: [...repositories],
    keptPaths,
  };
}

/** A secret with another name in the workspace is not hidden by a mount over the first: only where one has more names is it looked for. */
function otherNames(
  secrets: readonly FoundPlace[],
  ground: Ground,
  budget: LookBudget,
): readonly FoundPlace[] {
  const inodes = new Map<string, FoundPlace>();
  const note = (path: string, one: FoundPlace): void => {
    const stats = statOf(path);
    if (stats?.isFile() === true && stats.nlink > 1) inodes.set(`${stats.dev}:${stats.ino}`, one);
  };
  for (const one of secrets)
    if (one.isFolder) walk(one.path, budget, (path) => note(path, one));
    else note(one.path, one);
  const others: FoundPlace[] = [];
  if (inodes.size > 0)
    walk(ground.workspace, budget, (path, entry) => {
      const stats = entry.isFile() ? statOf(path) : undefined;
      const one = stats === undefined ? undefined : inodes.get(`${stats.dev}:${stats.ino}`);
      if (one !== undefined) others.push({ path, isFolder: false, policy: one.policy, except: [] });
    });
  return others;
}

/** What stays readable of a hidden folder. */
function shownIn({ path, isFolder, except }: FoundPlace, budget: LookBudget): readonly string[] {
  const inside = except.filter((glob) => mayBeIn(glob, segmentsOf(path)));
  if (!isFolder || inside.length === 0) return [];
  const shown: string[] = [];
  walk(path, budget, (one, entry) => {
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
  budget: LookBudget,
): readonly Omit<HiddenPlace, "textFrom">[] {
  if (shown.length === 0) return [];
  return filesIn(path, budget)
    .filter((one) => !shown.includes(one))
    .slice(0, MOST_REFUSED)
    .map((one) => ({ path: one, isFolder: false, policy, shown: [] }));
}

/** Sockets that are no files of a runtime folder: the daemon's own first, else a boxed call could ask it. */
function socketsOf({ env }: BoxedPlace, { home }: Ground): readonly (readonly [string, boolean])[] {
  const places = [
    env["XDG_RUNTIME_DIR"],
    env["SSH_AUTH_SOCK"],
    // What other sessions keep is theirs.
    ...[".gatehouse/run", ".docker/run", ".gnupg", SESSIONS_TMP].map((one) => join(home, one)),
  ];
  return places.flatMap((place) => {
    const path = place === undefined || place === "" ? undefined : realOf(place);
    if (path === undefined || OWN.test(path)) return [];
    return [[path, statOf(path)?.isDirectory() === true] as const];
  });
}

/** Caches that tools write into. Those of the user are read by what runs without a box, so that the box has others. */
const CACHES = [".cache", ".npm"];

function ownFoldersOf({ home, workspace }: Ground, session: string | undefined): SeenProfile["ownFolders"] {
  const caches = CACHES.map((name) => ({
    path: join(home, name),
    from: join(home, ".gatehouse/state/box", name),
  })).filter(({ path }) => statOf(path)?.isDirectory() === true && !isInside(workspace, path));
  if (session === undefined) return caches;
  return [{ path: "/tmp", from: sessionTmp(home, session) }, ...caches];
}

/** Names without a wildcard at the top of the workspace that are kept. */
function ownNamesOf(
  { kept }: BoxProfile,
  { workspace }: Ground,
): readonly Pick<SeenPlace, "path" | "policy">[] {
  return kept.flatMap(({ glob, policy }) => {
    const name = /^\*\*\/([^*?[]+?)(?:\/\*\*)?$/.exec(glob)?.[1];
    // Below folders of programs a placeholder would be in the way of whoever installs some.
    const isOwn = name?.startsWith(".") === true || name?.includes("/") === false;
    return name === undefined || !isOwn ? [] : [{ path: join(workspace, name), policy }];
  });
}

/** Of these, and of what git runs, what a call must not make. */
function absentOf(
  names: ReturnType<typeof ownNamesOf>,
  repositories: readonly string[],
): SeenProfile["absent"] {
  const git = repositories.flatMap((folder) =>
    ["hooks", "config"].map((one) => ({ path: join(folder, one), policy: GIT_POLICY })),
  );
  // An empty folder may be the placeholder of another box.
  return [...git, ...names].filter(({ path }) => statOf(path) === undefined || isEmptyFolder(path));
}

/** The literal folder that a glob starts from. */
function stemOf(glob: string): string {
  const at = glob.search(/[*?[]/);
  return at < 0 ? glob : dirname(`${glob.slice(0, at)}x`);
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}
