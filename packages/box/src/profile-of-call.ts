import { type BoxPlace, type BoxProfile, narrowest, WIDEST } from "./profile.js";
import { matchesGlob, segmentsOf } from "./match-glob.js";

/** A path that a call changes, as its facts say. */
interface ChangedPath {
  readonly path: string | null;
  /** `./…` in the workspace, `.` the workspace itself; else `null`. */
  readonly local: string | null;
  /** Everything below it, too. */
  readonly tree: boolean;
  readonly place: string;
}

/** What of the facts of a call its own profile is made of. */
export interface CallFacts {
  readonly complete: boolean;
  readonly commands: readonly { readonly program: string | null }[];
  readonly writes: readonly ChangedPath[];
  readonly deletes: readonly ChangedPath[];
  readonly network: readonly { readonly place: string }[];
}

/** The profile of one call. */
export interface CallProfile {
  readonly profile: BoxProfile;
  /** The facts name nothing that this profile refuses: where something is refused all the same, they are wrong. */
  readonly tellsFaults: boolean;
}

/**
 * The narrower profile of a call that is understood as a whole: the folders of what it changes can be written, and hosts are reached only
 * where it has a connection. What git changes in its working tree is an act and no path, so that git has all that the profile has.
 *
 * @returns null where not everything is understood
 */
export function profileOfCall(profile: BoxProfile, facts: CallFacts): CallProfile | null {
  if (!facts.complete) return null;
  const changed = [...facts.writes, ...facts.deletes].filter(({ place }) => place === "here");
  const isGit = facts.commands.some(({ program }) => program === "git");
  const isAlone = facts.network.every(({ place }) => place !== "here");
  const own: BoxProfile = {
    ...WIDEST,
    writable: isGit ? WIDEST.writable : foldersOf(changed),
    network: isAlone ? { kind: "none" } : WIDEST.network,
  };
  return {
    profile: narrowest(profile, own),
    tellsFaults: changed.every((one) => one.local !== null && !isKept(one, profile.kept)),
  };
}

/** The folder that each change is in: what is there is replaced, and what is not there is made, in it. */
function foldersOf(changed: readonly ChangedPath[]): readonly string[] {
  const folders = changed.flatMap(({ local }) => {
    if (local === null) return [];
    const known = local.slice(0, local.search(/[*?[{\\\uFFFD]|$/));
    return [`${known.slice(0, Math.max(1, known.lastIndexOf("/")))}/`];
  });
  return [...new Set(folders)];
}

/** Whether a change may be one of what is kept: a tree or a wildcard may have it, and git's own folder has. */
function isKept({ path, local, tree }: ChangedPath, kept: readonly BoxPlace[]): boolean {
  if (path === null || tree || /[*?[{\uFFFD]/.test(path)) return true;
  if (local === "." || local?.startsWith("./.git") === true) return true;
  const segments = segmentsOf(path);
  return kept.some(({ glob }) => {
    const inPlace = segmentsOf(glob.startsWith("./") ? `**/${glob}` : glob);
    return matchesGlob(inPlace, segments) || matchesGlob([...inPlace, "**"], segments);
  });
}
