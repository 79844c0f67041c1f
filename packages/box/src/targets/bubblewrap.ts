import { isInFolder } from "../match-glob.js";
import type { BoxProfile } from "../profile.js";
import type { HiddenPlace, OwnFolder, Seen, SeenPlace } from "../seen.js";

/** What is to be mounted in a box in the end, by where, absolute: a file or folder, or undefined for something new. */
export type MountTargets = ReadonlyMap<string, string | undefined>;

/** What `bwrap` is started with before `--` and the command. */
interface BubblewrapBox {
  readonly args: readonly string[];
  /** The same in two steps, where nothing that is a call's own is below what calls share. */
  readonly kept?: KeptBox;
}

/** Mounts that are made once, and what a call is started with in a copy of them: `bwrap` takes most of its time for them. */
export interface KeptBox {
  /** Of the mounts, for a program that does nothing. */
  readonly make: readonly string[];
  readonly targets: MountTargets;
  /** Of a call, in them, behind `--uid` and `--gid` with those of its user. */
  readonly args: readonly string[];
}

/**
 * The arguments of `bwrap`: the whole file system read-only, the writable folders writable, a private `/tmp`, what is hidden under an empty
 * mount, what is kept under a read-only one; no other processes, no capability, no namespace of the call's own. A list of hosts is none but
 * what a proxy leads to: without one, no name can be told from another.
 */
export function bubblewrapArguments(profile: BoxProfile, seen: Seen): readonly string[] {
  return bubblewrapBox(profile, seen).args;
}

/** The same arguments, and how calls that differ in nothing but their command share their mounts. */
export function bubblewrapBox({ network }: BoxProfile, seen: Seen): BubblewrapBox {
  const { sockets, needed } = seen;
  const own = [VAR_TMP, ...sockets].flatMap((one) => ["--tmpfs", one]);
  const socketFiles = needed.flatMap((one) => ["--ro-bind", one, one]);
  const places = placeArguments(seen);
  const process = processArguments(network, seen);
  const args = [
    ...[...ALL, ...DEVICES, ...PROCESSES, "--tmpfs", TMP],
    ...[...own, ...socketFiles, ...places, ...process],
  ];
  const targets = targetsOf(places);
  const owned = [...OWN, VAR_TMP, ...sockets];
  const isOwn = [...targets.keys()].some((path) => owned.some((one) => isInFolder(path, one)));
  // Where `/tmp` is not that of a session, it is the call's.
  if (isOwn || !seen.ownFolders.some(({ path }) => path === TMP)) return { args };
  return {
    args,
    kept: {
      make: [
        // What enters needs to see its own process there.
        ...[...ALL, ...DEVICES, "--remount-ro", "/dev", "--bind", "/proc", "/proc", "--tmpfs", TMP],
        ...[...own, ...socketFiles, ...places],
        // Whoever enters the namespace of users that they are of may mount in them: `bwrap` gives other users one more.
        ...["--unshare-user", "--uid", "0", "--gid", "0", "--die-with-parent"],
      ],
      targets,
      args: [
        ...["--dev-bind", "/", "/", ...PROCESSES, "--tmpfs", "/dev/shm"],
        ...[...own, ...socketFiles, ...process],
      ],
    },
  };
}

const ALL = ["--ro-bind", "/", "/"];
const DEVICES = ["--dev", "/dev"];
/** The settings of the kernel are root's to write, also of the root of a box. */
const PROCESSES = ["--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys"];
/** What each call has anew in shared mounts, besides. */
const OWN = ["/proc", "/dev/shm"];
const TMP = "/tmp";
const VAR_TMP = "/var/tmp";

function placeArguments(seen: Seen): readonly string[] {
  const { workspace, ownFolders } = seen;
  const hidden = outermost(seen.hidden);
  const hiddenPaths = new Set(seen.hidden.map(({ path }) => path));
  const hiddenFolders = new Set(seen.hidden.filter(({ isFolder }) => isFolder).map(({ path }) => path));
  const isHidden = (path: string): boolean =>
    hiddenPaths.has(path) || hiddenFolders.has("/") || above(path).some((one) => hiddenFolders.has(one));
  // A read-only mount over a hidden path would show it again.
  const kept = outermost(seen.kept.filter(({ path }) => !isHidden(path)));
  const keptPaths = new Set(kept.map(({ path }) => path));
  const writable = seen.writable.filter((one) => !keptPaths.has(one));
  const isAround = ({ path }: OwnFolder): boolean => isBelow(workspace, path);
  return [
    // After /tmp: they may be there, and the workspace in it.
    ...ownFolders.filter(isAround).flatMap(bind),
    ...writable.flatMap((one) => ["--bind", one, one]),
    // A folder above what is kept or hidden is a mount, too: it cannot be renamed, so that another could not take its place, and what is in it
    // no other name.
    ...pinsOf([...kept, ...hidden, ...(seen.links ?? [])], writable).flatMap((one) => ["--bind", one, one]),
    ...ownFolders.filter((one) => !isAround(one)).flatMap(bind),
    // Each mount shows what is below it anew: what is hidden comes last.
    ...kept.flatMap(({ path }) => ["--ro-bind", path, path]),
    ...hidden.flatMap((one) => hide(one, seen.hidden)),
  ];
}

function processArguments(
  network: BoxProfile["network"],
  { workspace, cwd, variables, proxy }: Seen,
): readonly string[] {
  return [
    ...["--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"],
    ...["--cap-drop", "ALL"],
    ...(network.kind === "host" ? ["--share-net"] : []),
    ...variables.flatMap((name) => ["--unsetenv", name]),
    ...(proxy === undefined ? [] : proxyVariables(proxy)),
    ...["--setenv", "GATEHOUSE_BOX", "1", "--chdir", cwd === "" ? workspace : cwd],
  ];
}

/** What a list of mounts mounts in the end, by where. */
function targetsOf(mounts: readonly string[]): MountTargets {
  const found = new Map<string, string | undefined>();
  for (let at = 0; at < mounts.length; at++) {
    const [option = "", first = "", second = ""] = mounts.slice(at, at + 3);
    if (option === "--tmpfs") found.set(first, undefined);
    else if (option.includes("bind")) found.set(second, option.endsWith("data") ? undefined : first);
    at += option.includes("bind") ? 2 : 1;
  }
  return found;
}

/** What programs find a proxy by, in both spellings; what is in the box is reached without. */
function proxyVariables(proxy: string): readonly string[] {
  const names = ["http_proxy", "https_proxy", "all_proxy"].flatMap((one) => [one, one.toUpperCase()]);
  return [
    ...names.flatMap((one) => ["--setenv", one, proxy]),
    ...["no_proxy", "NO_PROXY"].flatMap((one) => ["--setenv", one, "localhost,127.0.0.1,::1"]),
    // Node reads these variables where this one is set.
    ...["--setenv", "NODE_USE_ENV_PROXY", "1"],
  ];
}

function bind({ path, from }: OwnFolder): readonly string[] {
  return ["--bind", from, path];
}

function hide(
  { path, isFolder, shown, textFrom }: HiddenPlace,
  all: readonly HiddenPlace[],
): readonly string[] {
  if (typeof textFrom === "string") return ["--ro-bind", textFrom, path];
  if (textFrom !== undefined) return ["--perms", "0400", "--ro-bind-data", String(textFrom), path];
  // A device that cannot be opened, as all are on such a mount.
  if (!isFolder) return ["--ro-bind", "/dev/null", path];
  if (shown.length === 0) return ["--perms", "0000", "--tmpfs", path, "--remount-ro", path];
  const inside = all.filter(
    (one) => !one.isFolder && parentOf(one.path) === path && !shown.includes(one.path),
  );
  return [
    ...["--perms", "0555", "--tmpfs", path],
    ...shown.flatMap((one) => ["--ro-bind", one, one]),
    // What is hidden beside them is there and refuses: "permission denied", not "no such file".
    ...inside.flatMap((one) => ["--ro-bind", "/dev/null", one.path]),
    ...["--remount-ro", path],
  ];
}

/** Those that are in no folder of another one, shorter paths first. */
function outermost<T extends SeenPlace>(places: readonly T[]): readonly T[] {
  const folders = new Set(places.filter(({ isFolder }) => isFolder).map(({ path }) => path));
  const seen = new Set<string>();
  return places
    .filter(({ path }) => !seen.has(path) && seen.add(path))
    .filter(({ path }) => !above(path).some((one) => folders.has(one)))
    .toSorted((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
}

function pinsOf(places: readonly SeenPlace[], writable: readonly string[]): readonly string[] {
  const paths = new Set(places.map(({ path }) => path));
  const pins = places.flatMap(({ path }) =>
    above(path).filter((one) => !paths.has(one) && writable.some((folder) => isBelow(one, folder))),
  );
  return [...new Set(pins)].toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
}

function isBelow(path: string, folder: string): boolean {
  return isInFolder(path, folder) && path !== folder;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

/** The folders above a path, without the root. */
function above(path: string): readonly string[] {
  const found: string[] = [];
  for (let one = parentOf(path); one !== "/"; one = parentOf(one)) found.push(one);
  return found;
}
