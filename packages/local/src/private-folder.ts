import { lstatSync, mkdirSync, type Stats } from "node:fs";
import process from "node:process";
import { isAbsolute } from "node:path";
import { UsageError } from "@gatehouse-hooks/console";

const ONLY_OWNER = 0o077;

/**
 * Why nothing may be bound in a folder or asked through it: it must be a real folder of this user that no other user can
 * enter. Node cannot ask who is at the other end of a socket, so a user who can enter the folder could answer in our name.
 *
 * @returns null when it is private
 */
export function whyNotPrivate(folder: string): string | null {
  const stats = looked(folder);
  if (stats === undefined) return `\`${folder}\` does not exist`;
  if (!stats.isDirectory()) return `\`${folder}\` is not a folder`;
  if (process.getuid !== undefined && stats.uid !== process.getuid())
    return `\`${folder}\` belongs to another user`;
  return (stats.mode & ONLY_OWNER) === 0 ? null : `other users can enter \`${folder}\``;
}

/** Makes the folder where it is missing, for its owner only. */
export function makePrivate(folder: string): string | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return whyNotPrivate(folder);
}

function looked(folder: string): Stats | undefined {
  try {
    return lstatSync(folder);
  } catch {
    return undefined;
  }
}

/**
 * The home directory, if it is one: an empty or relative `HOME` would make a folder of the current repository
 * the user's own, and the organisation's.
 *
 * @throws UsageError when it is not absolute
 */
export function requireHome(home: string): string {
  if (isAbsolute(home)) return home;
  const shown = home === "" ? "empty" : `\`${home}\``;
  throw new UsageError(
    `the home directory is ${shown}: expected an absolute path`,
    "set HOME to your home directory",
  );
}
