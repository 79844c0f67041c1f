import { errorCodeOf } from "@gatehouse-hooks/console";
import type { MemoryStore } from "@gatehouse-hooks/runtime";
import { createHash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { link, open, readdir, rm, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { makePrivate } from "../private-folder.js";

/** Versions that stay beside the present one: a writer that is so many behind must still find that it is. */
const KEPT_VERSIONS = 8;
/** The most bytes of a state that is read. */
const MAX_BYTES = 8 * 1_024 * 1_024;
/** The most sessions that are kept: those that were used least lately go. */
const MOST_SESSIONS = 2_000;
/** How often a read is tried anew because another process has written meanwhile. */
const MOST_READS = 100;

/**
 * The memory of sessions in a folder of this user alone. A version is a file that is written beside and then linked under its number, which fails where
 * another process was first: so a process that is killed leaves the version before or the whole new one.
 *
 * @param folder absolute; made where it is missing
 */
export function fileMemoryStore(folder: string): MemoryStore {
  const folderOf = (key: string): string => join(folder, createHash("sha256").update(key).digest("hex"));
  return {
    async read(key) {
      const own = folderOf(key);
      for (let tries = 0; tries < MOST_READS; tries++) {
        const version = (await versionsIn(own)).at(-1);
        if (version === undefined) return "none";
        const text = await versionText(join(own, String(version)));
        // Gone: there is a newer one.
        if (text !== undefined) return text === null ? "damaged" : { version, text };
      }
      return "damaged";
    },
    async write(key, version, text) {
      const own = folderOf(key);
      const problem = makePrivate(folder) ?? makePrivate(own);
      if (problem !== null) throw new Error(problem);
      if (version === 0) await forgetOldest(folder);
      const beside = join(own, `new-${randomBytes(8).toString("hex")}`);
      await writeFile(beside, text, { mode: 0o600, flag: "wx" });
      try {
        await link(beside, join(own, String(version + 1)));
      } catch (error) {
        if (errorCodeOf(error) === "EEXIST") return false;
        throw error;
      } finally {
        await unlink(beside).catch(() => undefined);
      }
      return await isFirst(own, version + 1);
    },
  };
}

/**
 * Whether a version that was linked is the one of its number: where many were written since it was read, an equal number may have been
 * there and gone. Old versions go.
 */
async function isFirst(own: string, version: number): Promise<boolean> {
  const all = await versionsIn(own);
  const last = all.at(-1) ?? version;
  if (last - version >= KEPT_VERSIONS) {
    await rm(join(own, String(version)), { force: true });
    return false;
  }
  for (const one of all) if (one <= last - KEPT_VERSIONS) await rm(join(own, String(one)), { force: true });
  return true;
}

/** The versions of a state, ascending. */
export async function versionsIn(own: string): Promise<readonly number[]> {
  return (await namesIn(own))
    .filter((name) => /^[1-9]\d{0,14}$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
}

/** The names of the folders of all states. */
export async function statesIn(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).filter((name) => /^[0-9a-f]{64}$/.test(name));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (errorCodeOf(error) === "ENOENT") return [];
    throw error;
  });
}

/** A file's text; undefined where there is no file, null where we have not written it. */
export async function versionText(place: string): Promise<string | null | undefined> {
  try {
    const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const stats = await file.stat();
      const isOurs = stats.isFile() && (process.getuid === undefined || stats.uid === process.getuid());
      return isOurs && stats.size <= MAX_BYTES ? await file.readFile("utf8") : null;
    } finally {
      await file.close();
    }
  } catch (error) {
    return errorCodeOf(error) === "ENOENT" ? undefined : null;
  }
}

/** Makes room for a session that begins. */
async function forgetOldest(folder: string): Promise<void> {
  const names = await statesIn(folder);
  if (names.length <= MOST_SESSIONS) return;
  const aged = await Promise.all(
    names.map(async (name) => ({
      name,
      at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  aged.sort((a, b) => a.at - b.at);
  for (const { name } of aged.slice(0, names.length - MOST_SESSIONS))
    await rm(join(folder, name), { recursive: true, force: true });
}
