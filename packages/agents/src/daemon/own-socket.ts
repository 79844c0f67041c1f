import { chmod, lstat, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { whyNotPrivate } from "@gatehouse-hooks/local";

/** The place of the daemon's socket in the user's home, or why there can be none. */
export type SocketPlace =
  | { readonly kind: "place"; readonly folder: string; readonly socket: string }
  | { readonly kind: "refused"; readonly message: string; readonly cure: string };

/** The longest path that a Unix socket may have, in bytes, on all systems (macOS: 104 with the final zero). */
const MAX_PATH_BYTES = 103;

/** What a name is bound under before it gets its own adds to its length. */
const BEFORE = ".0000000";

/**
 * @param home absolute
 */
export function socketPlace(home: string): SocketPlace {
  const folder = join(home, ".gatehouse", "run");
  const socket = join(folder, "daemon.sock");
  if (Buffer.byteLength(socket + BEFORE) <= MAX_PATH_BYTES) return { kind: "place", folder, socket };
  return {
    kind: "refused",
    message: `\`${socket}\` is too long for a socket`,
    cure: "hooks decide without the daemon then; a home with a shorter path has one",
  };
}

/** The file that says that a daemon is being started; one that listens removes it. */
export function startingMark(folder: string): string {
  return join(folder, "starting");
}

/**
 * Why a socket may not be asked.
 *
 * @returns null when it is a socket of this user in a private folder
 */
export async function whyNotOurs(place: Extract<SocketPlace, { kind: "place" }>): Promise<string | null> {
  const folder = whyNotPrivate(place.folder);
  if (folder !== null) return folder;
  const stats = await lstat(place.socket).catch(() => null);
  if (stats === null) return `\`${place.socket}\` does not exist`;
  if (!stats.isSocket()) return `\`${place.socket}\` is not a socket`;
  return process.getuid === undefined || stats.uid === process.getuid()
    ? null
    : `\`${place.socket}\` belongs to another user`;
}

/**
 * Gives a socket that was bound under another name its own: a caller finds the old one or the new one, never neither, and a
 * stale one is gone. Only its owner may write to it.
 *
 * @returns its number in the file system, to tell it from one that took its place
 */
export async function takePlace(bound: string, socket: string): Promise<bigint> {
  await chmod(bound, 0o600);
  const { ino } = await lstat(bound, { bigint: true });
  await rename(bound, socket);
  return ino;
}

/** Whether the socket is still the one that took its place. */
export async function holdsPlace(socket: string, ino: bigint): Promise<boolean> {
  const stats = await lstat(socket, { bigint: true }).catch(() => null);
  return stats?.ino === ino;
}

/** Removes the socket, unless another has taken its place. */
export async function leavePlace(socket: string, ino: bigint): Promise<void> {
  if (await holdsPlace(socket, ino)) await unlink(socket).catch(() => undefined);
}
