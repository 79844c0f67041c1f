import { isRecord } from "@gatehouse-hooks/json";
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, type FileHandle, writeFile } from "node:fs/promises";
import path from "node:path";
import { randomUUID } from "node:crypto";

/** What changed between two moments of a session. */
export interface Checkpoint {
  /** The tree before the change. */
  readonly tree: string;
  /** The files that changed, relative to the work tree. */
  readonly files: readonly string[];
  /** When the change was seen: UTC, ISO 8601. */
  readonly at: string;
}

/** What is known of one session in one work tree. Plain data. */
export interface SessionRecord {
  readonly session: string;
  /** Trees before what is running now, oldest first: what it is (`turn`, or a tool call) and the tree's hash. */
  readonly open: readonly (readonly [string, string])[];
  /** Oldest first. */
  readonly history: readonly Checkpoint[];
}

/** Sessions, and checkpoints and open tool calls of each, that are kept; the oldest are forgotten. */
const MAX_SESSIONS = 100;
const MAX_CHECKPOINTS = 1_000;
const MAX_OPEN = 1_000;
const MAX_BYTES = 16_777_216;
const VERSION = 1;
const TREE = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const WRITABLE_BY_OTHERS = 0o022;

/** The records of the sessions of one work tree: a file for each, in a directory. */
export interface SessionStore {
  /** An empty record for a session that is not known, or whose file is damaged. */
  read(session: string): Promise<SessionRecord>;
  /** All at once: a reader sees the old record or the new one. Rejects as the file system does. */
  write(record: SessionRecord): Promise<void>;
  /** All sessions, the one that was written last first. */
  all(): Promise<readonly SessionRecord[]>;
  /** Forgets the sessions above the limit, and those that have not been written since a moment (milliseconds). */
  forget(before: number): Promise<void>;
}

/** The store in a directory, which need not exist. */
export function sessionStore(directory: string): SessionStore {
  const fileOf = (session: string): string =>
    path.join(directory, `${createHash("sha256").update(session).digest("hex")}.json`);
  const files = async (): Promise<readonly { readonly file: string; readonly at: number }[]> => {
    const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith(".json"));
    const found: { file: string; at: number }[] = [];
    for (const name of names.slice(0, 10 * MAX_SESSIONS)) {
      const file = path.join(directory, name);
      const stats = await stat(file).catch(() => undefined);
      if (stats !== undefined) found.push({ file, at: stats.mtimeMs });
    }
    return found.sort((a, b) => b.at - a.at);
  };
  return {
    read: async (session) => (await readSessionRecord(fileOf(session))) ?? { session, open: [], history: [] },
    async write(record) {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await replaceFile(fileOf(record.session), recordText(record));
    },
    async all() {
      const records: SessionRecord[] = [];
      for (const { file } of (await files()).slice(0, MAX_SESSIONS)) {
        const record = await readSessionRecord(file);
        if (record !== undefined) records.push(record);
      }
      return records;
    },
    async forget(before) {
      for (const [i, { file, at }] of (await files()).entries()) {
        if (i >= MAX_SESSIONS || at < before) await rm(file, { force: true }).catch(() => undefined);
      }
    },
  };
}

function recordText({ session, open: opened, history }: SessionRecord): string {
  let kept = history.slice(-MAX_CHECKPOINTS);
  for (;;) {
    const text = JSON.stringify({ version: VERSION, session, open: opened.slice(-MAX_OPEN), history: kept });
    if (text.length <= MAX_BYTES / 4 || kept.length === 0) return text;
    kept = kept.slice(Math.ceil(kept.length / 2));
  }
}

/** Undefined for what is missing, damaged, or another user's to write: a path in it is a file to remove. */
async function readSessionRecord(file: string): Promise<SessionRecord | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = await handle.stat();
    const me = process.getuid?.();
    if (!stats.isFile() || stats.size > MAX_BYTES) return undefined;
    if (me !== undefined && (stats.uid !== me || (stats.mode & WRITABLE_BY_OTHERS) !== 0)) return undefined;
    const value: unknown = JSON.parse(await handle.readFile("utf8"));
    return isSessionRecord(value) ? value : undefined;
  } catch {
    return undefined;
  } finally {
    await handle?.close().catch(() => undefined);
  }
}

function isSessionRecord(value: unknown): value is SessionRecord {
  if (!isRecord(value)) return false;
  const { version, session, open: opened, history } = value;
  return (
    version === VERSION &&
    typeof session === "string" &&
    Array.isArray(opened) &&
    opened.length <= MAX_OPEN &&
    opened.every((one: unknown) => Array.isArray(one) && typeof one[0] === "string" && isTree(one[1])) &&
    Array.isArray(history) &&
    history.length <= MAX_CHECKPOINTS &&
    history.every(isCheckpoint)
  );
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (!isRecord(value)) return false;
  const { tree, files, at } = value;
  return (
    isTree(tree) &&
    typeof at === "string" &&
    Array.isArray(files) &&
    files.every((file) => typeof file === "string")
  );
}

function isTree(value: unknown): value is string {
  return typeof value === "string" && TREE.test(value);
}

/** A reader sees the old file or the new one, and no other user sees either. */
async function replaceFile(file: string, text: string): Promise<void> {
  const scratch = `${file}.${randomUUID()}`;
  try {
    await writeFile(scratch, text, { flag: "wx", mode: 0o600 });
    await rename(scratch, file);
  } catch (error) {
    await rm(scratch, { force: true });
    throw error;
  }
}
