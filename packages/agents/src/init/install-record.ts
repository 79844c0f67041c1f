import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { UsageError } from "@gatehouse-hooks/console";
import { makeFolders, removeEmpty, writeTarget } from "./target-file.js";

/** A file that `gatehouse init` has changed. */
export interface ChangedFile {
  /**
   * The agent whose file it is, `hook` for the script that agents start, `rule` for the first policy file, `schema` for its schema, or `box:`
   * and the agent whose own sandbox the file is about.
   */
  readonly agent: string;
  /** `user`, or the project's folder. */
  readonly scope: string;
  /** Where it was looked for. */
  readonly path: string;
  /** The file that was written. */
  readonly target: string;
  /** The hash of its bytes before the first change; null: there was no file. */
  readonly before: string | null;
  /** The hash of its bytes as they were written last. */
  readonly after: string;
  /** The keys of its `hooks` before. */
  readonly keys: readonly string[];
  /** The folders that were made for it, outermost first. */
  readonly folders: readonly string[];
}

/** The name in the record of a change of the settings of an agent's own sandbox. */
export function boxName(agent: string): string {
  return `box:${agent}`;
}

/** The agent that a file of the record is about. */
export function agentOf({ agent }: Pick<ChangedFile, "agent">): string {
  return agent.startsWith("box:") ? agent.slice("box:".length) : agent;
}

/** What `gatehouse init` has done on this machine. */
export interface InstallRecord {
  readonly version: 1;
  readonly files: readonly ChangedFile[];
  /** The folders that were made for the record itself, outermost first. */
  readonly folders: readonly string[];
}

const NOTHING: InstallRecord = { version: 1, files: [], folders: [] };

/** Below the home directory. */
function placeOf(home: string): { readonly file: string; readonly copies: string } {
  const state = join(home, ".gatehouse", "state");
  return { file: join(state, "init.json"), copies: join(state, "init") };
}

/** Where the record is. */
export function recordPath(home: string): string {
  return placeOf(home).file;
}

/**
 * What was done; nothing, where there is no record.
 *
 * @throws UsageError when the record cannot be read: what it says cannot be undone
 */
export function readInstallRecord(home: string): InstallRecord {
  const { file } = placeOf(home);
  if (!existsSync(file)) return NOTHING;
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as InstallRecord;
    if (value.version === 1 && Array.isArray(value.files) && Array.isArray(value.folders)) return value;
  } catch {
    // As one of another shape.
  }
  throw new UsageError(
    `\`${file}\` cannot be read`,
    "move it away; the copies of the files beside it stay, and gatehouse init begins anew",
  );
}

/** Writes the record; without files, removes it, the copies, and the folders that were made for them. */
export function writeInstallRecord(home: string, { files, folders }: InstallRecord): void {
  const { file, copies } = placeOf(home);
  if (files.length === 0) {
    rmSync(copies, { recursive: true, force: true });
    rmSync(file, { force: true });
    removeEmpty(folders);
    return;
  }
  const made = makeFolders(dirname(file));
  const next: InstallRecord = { version: 1, files, folders: [...folders, ...made] };
  writeTarget(file, new TextEncoder().encode(`${JSON.stringify(next, null, 2)}\n`));
}

/** Keeps a copy of bytes, readable by the user only; returns their hash and the folders that were made for it. */
export function keepCopy(
  home: string,
  bytes: Uint8Array,
): { readonly hash: string; readonly folders: readonly string[] } {
  const hash = hashOf(bytes);
  const path = copyPath(home, hash);
  const folders = makeFolders(dirname(dirname(path)));
  if (!existsSync(path)) writeTarget(path, bytes);
  return { hash, folders };
}

/** Where the copy with a hash is. */
function copyPath(home: string, hash: string): string {
  return join(placeOf(home).copies, hash);
}

/** A copy that was kept; undefined: it is gone, or was changed. */
export function readCopy(home: string, hash: string): Uint8Array | undefined {
  try {
    const bytes = readFileSync(copyPath(home, hash));
    return hashOf(bytes) === hash ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** SHA-256, hex. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
