import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { UsageError } from "@gatehouse-hooks/console";
import { MAX_SETTINGS_BYTES } from "./read-settings.js";

/** A file as it is. */
export interface TargetFile {
  /** Where it was looked for. */
  readonly path: string;
  /** The file that is read and written: links are followed, never replaced. */
  readonly target: string;
  /** Absent: there is none. */
  readonly bytes: Uint8Array | undefined;
}

const NEW_FILE = 0o600;
const NEW_FOLDER = 0o700;

/**
 * Reads a file through links.
 *
 * @throws UsageError when it is a link that leads nowhere, not a file, or too large
 */
export function readTarget(path: string): TargetFile {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    return { path, target: join(realFolder(dirname(path)), basename(path)), bytes: undefined };
  let target: string;
  try {
    target = realpathSync(path);
  } catch {
    throw new UsageError(
      `\`${path}\` is a link that leads nowhere`,
      "make the file that it names, or remove the link",
    );
  }
  const { size } = statSync(target);
  if (!statSync(target).isFile()) throw new UsageError(`\`${path}\` is not a file`, "move it away");
  if (size > MAX_SETTINGS_BYTES)
    throw new UsageError(
      `\`${path}\` has ${size} bytes: expected at most ${MAX_SETTINGS_BYTES}`,
      "make it smaller",
    );
  return { path, target, bytes: readFileSync(target) };
}

/**
 * Writes a file so that a reader sees the old or the new one: mode and owner stay, and so does a file's second name.
 *
 * @returns the folders that were made, outermost first
 */
export function writeTarget(target: string, bytes: Uint8Array): readonly string[] {
  const made = makeFolders(dirname(target));
  const old = statSync(target, { throwIfNoEntry: false });
  if (old !== undefined && old.nlink > 1) {
    writeFileSync(target, bytes);
    return made;
  }
  const next = `${target}.gatehouse-${process.pid}`;
  try {
    const fd = openSync(next, "wx", NEW_FILE);
    writeFileSync(fd, bytes);
    fsyncSync(fd);
    closeSync(fd);
    if (old !== undefined) {
      chmodSync(next, old.mode & 0o7777);
      if (old.uid !== statSync(next).uid) chownSync(next, old.uid, old.gid);
    }
    renameSync(next, target);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
  return made;
}

/** Removes a file, and the folders that were made for it, where they are empty now. */
export function removeTarget(target: string, made: readonly string[]): void {
  rmSync(target, { force: true });
  removeEmpty(made);
}

/** Removes folders that are empty, innermost first. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      // Something else is in it, or it is gone.
    }
  }
}

/** Makes a folder and what leads to it; returns those that were not there. */
export function makeFolders(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) return [];
  const made = makeFolders(dirname(folder));
  mkdirSync(folder, { mode: NEW_FOLDER });
  return [...made, folder];
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
