import type { Issue } from "@gatehouse-hooks/json";
import { type Dirent, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { messageOf } from "../message-of.js";
import { UsageError } from "../usage-error.js";
import { logFormatOf } from "./log-format.js";

/** A file of a log. */
export interface LogFile {
  /** As it was named or found. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
  /** A segment of an audit trail: it holds answers, too. */
  readonly trail: boolean;
}

/** A file of which the format is not known, or that cannot be read. */
export interface UnknownFile {
  readonly path: string;
  readonly issue: Pick<Issue, "code" | "message">;
}

/** What is to be replayed. */
export interface FoundLogs {
  /** In the order in which they are read. */
  readonly files: readonly LogFile[];
  readonly unknown: readonly UnknownFile[];
}

/** The most files of one replay. */
const MOST_FILES = 200_000;

/**
 * Finds the files of logs: files as they are named, folders with everything below them, by name. What a file is, is told by what it
 * holds.
 *
 * @throws UsageError for what is not there, and for more than 200,000 files
 */
export async function findLogs(cwd: string, given: readonly string[]): Promise<FoundLogs> {
  const files: LogFile[] = [];
  const unknown: UnknownFile[] = [];
  const seen = new Set<string>();
  for (const path of given) {
    for (const found of await filesAt(resolve(cwd, path), path)) {
      if (seen.has(found.file)) continue;
      seen.add(found.file);
      if (seen.size > MOST_FILES) throw new UsageError(`more than ${MOST_FILES} files`, "name fewer of them");
      const looked = lookAt(found);
      if ("issue" in looked) unknown.push(looked);
      else files.push(looked);
    }
  }
  return { files, unknown };
}

interface NamedFile {
  readonly path: string;
  readonly file: string;
}

async function filesAt(file: string, path: string): Promise<readonly NamedFile[]> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new UsageError(`no file or folder \`${path}\``, "name a log, or `-`");
  return stats.isDirectory() ? below(file, path) : [{ path, file }];
}

/** Links are not followed: a folder may hold one to itself. */
async function below(folder: string, path: string): Promise<readonly NamedFile[]> {
  const entries: readonly Dirent[] = await readdir(folder, { withFileTypes: true });
  const all: NamedFile[] = [];
  const byName = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of byName) {
    const one = { path: join(path, entry.name), file: join(folder, entry.name) };
    if (entry.isDirectory()) all.push(...(await below(one.file, one.path)));
    else if (entry.isFile()) all.push(one);
    if (all.length > MOST_FILES) break;
  }
  return all;
}

function lookAt({ path, file }: NamedFile): LogFile | UnknownFile {
  try {
    const { size, mtimeMs } = statSync(file);
    const format = logFormatOf(file);
    if (format.kind !== "unknown")
      return { path, file, size, changed: mtimeMs, trail: format.kind === "rows" && format.trail };
    const message = "expected events, one a line, an audit trail, or a session of an agent";
    return { path, issue: { code: "unknown-log", message } };
  } catch (error) {
    return { path, issue: { code: "file-unreadable", message: messageOf(error) } };
  }
}
