import { AsyncLocalStorage } from "node:async_hooks";
import type { BigIntStats, Dirent, Stats } from "node:fs";
import * as fs from "node:fs/promises";
import { isNear } from "./is-near.js";
import {
  changeNow,
  entriesSeen,
  errorSeen,
  fileSeen,
  type Look,
  MAX_ENTRIES,
  NOTHING_SEEN,
  statSeen,
} from "./look.js";
import { isHeldEmpty, NO_PLACEHOLDERS, withoutPlaceholders } from "./placeholder.js";

/** What a piece of work looked at. */
interface Recording {
  readonly placeholders: ReadonlySet<string>;
  readonly looks: Map<string, Look>;
  readonly files: Map<string, Uint8Array>;
  /** Something was seen that cannot be looked at again. */
  isRepeatable: boolean;
}

const recordings = new AsyncLocalStorage<Recording>();

/** Everything that was looked at, and can be looked at again. */
export interface RepeatableLooks {
  readonly looks: readonly Look[];
  /** The files of it as they were read, by path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** What was done, and everything that it looked at; `null` when that cannot be looked at again, or changed meanwhile. */
export interface Recorded<T> {
  readonly value: T;
  readonly looks: RepeatableLooks | null;
  /** Every look, also where they cannot be repeated: the places that a change would be in. */
  readonly seen: readonly Look[];
}

/**
 * Does something and records every look at the file system that goes through this module: all of loading does. Where
 * `sameLooks` says later that all looks are the same, doing it again would have the same outcome.
 *
 * @param placeholdersNow what boxes keep: the work finds nothing there
 */
export async function recordLooks<T>(
  work: () => Promise<T>,
  placeholdersNow: () => ReadonlySet<string> = () => NO_PLACEHOLDERS,
): Promise<Recorded<T>> {
  const placeholders = placeholdersNow();
  const recording: Recording = { placeholders, looks: new Map(), files: new Map(), isRepeatable: true };
  const value = await recordings.run(recording, work);
  const { looks, files, isRepeatable } = recording;
  const seen = [...looks.values()];
  return { value, looks: isRepeatable ? { looks: seen, files } : null, seen };
}

/** Marks what is being recorded as something that another time may go otherwise: it depends on time, say. */
export function neverTheSame(): void {
  const recording = recordings.getStore();
  if (recording !== undefined) recording.isRepeatable = false;
}

function saw(kind: string, path: string, seen: string): void {
  const recording = recordings.getStore();
  if (recording === undefined) return;
  const key = `${kind}\0${path}`;
  const before = recording.looks.get(key);
  // What changed between two looks cannot be looked at again.
  if (before !== undefined && before[2] !== seen) recording.isRepeatable = false;
  recording.looks.set(key, [kind, path, seen]);
}

/** @throws Error with the code `ENOENT` for a placeholder */
function requireThere(path: string): void {
  if (!isHeldEmpty(path, placeholders())) return;
  throw Object.assign(new Error(`ENOENT: a box keeps an empty folder at ${path}`), { code: "ENOENT" });
}

function placeholders(): ReadonlySet<string> {
  return recordings.getStore()?.placeholders ?? NO_PLACEHOLDERS;
}

async function looking<T>(
  kind: string,
  path: string,
  look: () => Promise<T>,
  seen: (found: T) => string,
): Promise<T> {
  try {
    requireThere(path);
    const found = await look();
    saw(kind, path, seen(found));
    return found;
  } catch (error) {
    saw(kind, path, errorSeen(error));
    throw error;
  }
}

export async function lstat(path: string): Promise<Stats> {
  return await looking("lstat", path, () => fs.lstat(path), statSeen);
}

export async function stat(path: string): Promise<Stats> {
  return await looking("stat", path, () => fs.stat(path), statSeen);
}

export async function realpath(path: string): Promise<string> {
  return await looking(
    "realpath",
    path,
    () => fs.realpath(path),
    (real) => real,
  );
}

/** Only whether a file is changed, replaced, gone or there matters to the caller: what is in it is read elsewhere. */
export function lookAtChange(path: string): void {
  saw("change", path, isHeldEmpty(path, placeholders()) ? NOTHING_SEEN : changeNow(path));
}

/** A file that was read from an open descriptor. */
export function sawFile(path: string, stats: BigIntStats, bytes: Uint8Array): void {
  const recording = recordings.getStore();
  if (recording === undefined) return;
  saw("file", path, fileSeen(stats, bytes));
  recording.files.set(path, bytes);
}

/** A file that is not there. */
export function sawError(path: string, error: unknown): void {
  const seen = errorSeen(error);
  if (seen === "error ENOENT" || seen === "error ENOTDIR") saw("lstat", path, seen);
  else neverTheSame();
}

/**
 * The entries of a directory, one by one, so that one of any size costs a bounded amount of memory.
 *
 * @param near only names near this one matter to the caller
 */
export async function* entriesOf(path: string, near?: string): AsyncGenerator<Dirent, void, undefined> {
  const kind = near === undefined ? "list" : `near:${near}`;
  if (recordings.getStore() === undefined) {
    yield* await fs.opendir(path);
    return;
  }
  const found: Dirent[] = [];
  try {
    requireThere(path);
    for await (const entry of await fs.opendir(path)) {
      found.push(entry);
      if (found.length > MAX_ENTRIES) break;
    }
  } catch (error) {
    saw(kind, path, errorSeen(error));
    throw error;
  }
  if (found.length > MAX_ENTRIES) neverTheSame();
  const all = withoutPlaceholders(found, () => path, placeholders());
  saw(kind, path, entriesSeen(near === undefined ? all : all.filter(({ name }) => isNear(name, near))));
  yield* all;
}

/** Everything below a folder. */
export async function* treeOf(path: string): AsyncGenerator<Dirent, void, undefined> {
  if (recordings.getStore() === undefined) {
    yield* await fs.opendir(path, { recursive: true });
    return;
  }
  const all = await looking(
    "tree",
    path,
    async () =>
      withoutPlaceholders(
        await fs.readdir(path, { recursive: true, withFileTypes: true }),
        ({ parentPath }) => parentPath,
        placeholders(),
      ),
    (entries) => entriesSeen(entries, ({ parentPath }) => parentPath),
  );
  yield* all;
}
