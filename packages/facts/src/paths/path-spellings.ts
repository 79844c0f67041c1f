import type { Surroundings } from "./surroundings.js";
import { folded, nameMatcher } from "./may-match.js";
import { escapeGlob } from "./path-globs.js";

/** The spellings of a path besides the absolute one. */
interface PathSpellings {
  readonly home: string | null;
  readonly local: string | null;
  /** `home` is right only if the folder is the home directory, or a wildcard matches it. */
  readonly homeGuessed: boolean;
}

/** What is taken for a home directory where the event does not name it. */
const USUAL_HOMES = ["/root", "/home/*", "/Users/*", "/c/Users/*", "/mnt/c/Users/*"] as const;

/**
 * @param path a glob, absolute
 * @param tree everything below it, too: a tree around the home directory is spelled `~`
 */
export function spellingsOf(path: string, tree: boolean, around: Surroundings): PathSpellings {
  const { folds } = around;
  const workspaces = bothOf(around.workspace, around);
  const homes = bothOf(around.home, around);
  const local = firstBelow(path, workspaces, ".", folds);
  const home = firstBelow(path, homes, "~", folds);
  if (home !== null) return { home, local, homeGuessed: false };
  if (tree && homes.some((folder) => isAbove(path, folder, folds)))
    return { home: "~", local, homeGuessed: false };
  // With a home that is known only a wildcard leaves something to guess.
  if (homes.length > 0 && !/[*?[]/.test(path)) return { home: null, local, homeGuessed: false };
  for (const folder of homes.length > 0 ? homes : USUAL_HOMES) {
    const guessed = perhapsBelow(path, folder, tree, folds);
    if (guessed !== null) return { home: guessed, local, homeGuessed: true };
  }
  return { home: null, local, homeGuessed: false };
}

const NONE: readonly string[] = [];

/** A folder under the name that the event has for it, and under its own where links lead there. */
function bothOf(folder: string | null, { walk }: Surroundings): readonly string[] {
  if (folder === null || folder === "/") return NONE;
  const real = walk === null ? folder : walk.real(folder);
  return real === folder || real === "/" ? [folder] : [folder, real];
}

function firstBelow(path: string, folders: readonly string[], name: string, folds: boolean): string | null {
  for (const folder of folders) {
    const found = below(path, folder, name, folds);
    if (found !== null) return found;
  }
  return null;
}

function below(path: string, folder: string, name: string, folds: boolean): string | null {
  const escaped = escapeGlob(folder);
  if (path === escaped) return name;
  if (path.startsWith(`${escaped}/`)) return name + path.slice(escaped.length);
  if (!folds) return null;
  const depth = escaped.split("/").length;
  const names = path.split("/");
  if (names.length < depth || folded(names.slice(0, depth).join("/")) !== folded(escaped)) return null;
  return [name, ...names.slice(depth)].join("/");
}

function isAbove(path: string, folder: string, folds: boolean): boolean {
  const escaped = escapeGlob(folder);
  return path === "/" || (folds ? folded(escaped) : escaped).startsWith(`${folds ? folded(path) : path}/`);
}

/** The same where a name of the path, or of the folder, has wildcards: the path may be there. */
function perhapsBelow(path: string, folder: string, tree: boolean, folds: boolean): string | null {
  const names = path === "/" ? [""] : path.split("/");
  const wanted = folder.split("/");
  for (let i = 0; i < Math.min(names.length, wanted.length); i++) {
    const [name = "", other = ""] = [names[i], wanted[i]];
    if (other !== "*" && !nameMatcher(name, folds)(other)) return null;
  }
  if (names.length >= wanted.length) return ["~", ...names.slice(wanted.length)].join("/");
  return tree ? "~" : null;
}
