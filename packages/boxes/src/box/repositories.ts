import { dirname, join } from "node:path";
import type { MachineView } from "./machine-view.js";
import type { NamedEntry } from "./places-of-profile.js";

/** What is in the folder of a repository beside `HEAD`, and not in that of a linked worktree. */
const OWN_PARTS = ["objects", "refs"];
/** A file in a linked worktree's folder that names the repository which git reads the configuration of. */
const REDIRECT = "commondir";

/** Whether an entry may show a repository. */
export function mayBeOfRepository({ name }: NamedEntry): boolean {
  return name === ".git" || name === "HEAD";
}

/** The folder of a repository that an entry shows: a `.git`, that of a submodule, a bare one, or a linked worktree's. */
export function repositoryAt(path: string, entry: NamedEntry, view: MachineView): string | undefined {
  if (entry.name === ".git" && entry.isDirectory()) return path;
  if (entry.name !== "HEAD" || entry.isDirectory()) return undefined;
  const folder = dirname(path);
  return isWhole(folder, view) || view.statOf(join(folder, REDIRECT)) !== undefined ? folder : undefined;
}

function isWhole(folder: string, view: MachineView): boolean {
  return OWN_PARTS.every((name) => view.statOf(join(folder, name))?.isDirectory() === true);
}

/**
 * The files of repositories that would make git read another configuration than theirs. Git does not start where a folder has their place.
 *
 * @throws Error where one is there: no git makes it beside what a repository has of its own
 */
export function redirectsOf(repositories: readonly string[], view: MachineView): readonly string[] {
  const redirects = repositories.filter((one) => isWhole(one, view)).map((folder) => join(folder, REDIRECT));
  const made = redirects.find((path) => view.statOf(path) !== undefined);
  if (made === undefined) return redirects;
  throw new Error(`\`${made}\` makes git read and run the configuration of another folder; remove it`);
}
