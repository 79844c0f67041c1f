import { createHash, randomBytes } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isAlive } from "../snapshot/process-lock.js";

/** A path that exists for now, so that it can be mounted over. */
export interface Held {
  /** Removes the placeholder, unless another sandbox still needs it or another process has changed it. */
  readonly release: () => void;
}

/** A configuration that says nothing, in JSON, JSON5 and YAML: a process that reads it meanwhile finds no settings. */
const EMPTY_FILE = "{}\n";
const FILE = /\.(?:json5?|ya?ml|md)$/;

/**
 * Makes sure that a path exists: where it does not, an empty folder, or a configuration that says nothing, is its placeholder. A
 * mount over a path is lost when the path is removed outside of the box, so all sandboxes that need it are listed, and the
 * last one removes it.
 *
 * @returns undefined when nothing can be made there
 */
export function holdPlace(file: string): Held | undefined {
  const list = listOf(file);
  const mine =
    list === undefined ? undefined : path.join(list, `${process.pid}-${randomBytes(6).toString("hex")}`);
  try {
    if (mine !== undefined) writeFileSync(mine, "", { flag: "wx", mode: 0o600 });
    const made = standIn(file);
    const isStandIn =
      made || (mine !== undefined && others(list ?? "", mine).length > 0 && saysNothing(file));
    if (!isStandIn) {
      if (mine !== undefined) rmSync(mine, { force: true });
      return { release: () => undefined };
    }
    return {
      release() {
        if (mine === undefined || list === undefined) return;
        rmSync(mine, { force: true });
        if (others(list, mine).length === 0 && saysNothing(file)) remove(file);
        removeFolder(list);
      },
    };
  } catch {
    if (mine !== undefined) rmSync(mine, { force: true });
    return undefined;
  }
}

/** True when it was made just now, false when there is something. */
function standIn(file: string): boolean {
  try {
    if (FILE.test(file)) writeFileSync(file, EMPTY_FILE, { flag: "wx", mode: 0o644 });
    else mkdirSync(file, { mode: 0o755 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function saysNothing(file: string): boolean {
  // Big integers: of a pipe, Node 20 would keep a plain answer, and then resolve no link for the next import.
  const stats = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  if (stats?.isDirectory() === true) return readdirSync(file).length === 0;
  return (
    stats?.isFile() === true &&
    stats.size === BigInt(EMPTY_FILE.length) &&
    readFileSync(file, "utf8") === EMPTY_FILE
  );
}

function remove(file: string): void {
  try {
    if (lstatSync(file).isDirectory()) rmdirSync(file);
    else unlinkSync(file);
  } catch {
    // Another process has put something there, or removed it: it is not ours any more.
  }
}

/** The folder that lists the sandboxes that hold a path; undefined when it is not safe to use. */
function listOf(file: string): string | undefined {
  const uid = process.getuid?.() ?? 0;
  const base = path.join(tmpdir(), `gatehouse-boxes-${uid}`);
  try {
    mkdirSync(base, { recursive: true, mode: 0o700 });
    const stats = lstatSync(base);
    if (!stats.isDirectory() || (process.getuid !== undefined && stats.uid !== uid)) return undefined;
    const list = path.join(base, createHash("sha256").update(file).digest("hex").slice(0, 32));
    mkdirSync(list, { recursive: true, mode: 0o700 });
    return list;
  } catch {
    return undefined;
  }
}

/** The sandboxes of processes that live, except for one. */
function others(list: string, mine: string): readonly string[] {
  return readdirSync(list).filter(
    (name) => name !== path.basename(mine) && isAlive(Number.parseInt(name, 10)),
  );
}

function removeFolder(list: string): void {
  try {
    rmdirSync(list);
  } catch {
    // Others are in it, or a process that was killed has left something.
  }
}
