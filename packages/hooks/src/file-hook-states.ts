import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type HookState, type HookStates, readHookState } from "./hook-state.js";

/** A lock older than this, in milliseconds, belongs to a process that died. */
const staleMs = 10_000;
/** Milliseconds between two tries to take a lock. */
const retryMs = 15;
/** Milliseconds after which taking a lock is given up. */
const patienceMs = 5_000;

/**
 * Hook states in a folder, shared by all processes that use it: counts survive a restart. One file for each hook and
 * session, named by a hash, so that no name of an event becomes a path. Files are replaced whole; a file that cannot be
 * read as a state counts as none.
 *
 * @throws Error (as a rejection) when the folder cannot be written, or a lock cannot be taken within 5 s.
 */
export function fileHookStates(folder: string): HookStates {
  const pathOf = (session: string, hook: string): string =>
    join(
      folder,
      createHash("sha256")
        .update(JSON.stringify([session, hook]))
        .digest("hex"),
    );
  return {
    read: (session, hook) => readState(`${pathOf(session, hook)}.json`),
    async update(session, hook, change) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = pathOf(session, hook);
      return await locked(`${path}.lock`, async () => {
        const next = change(await readState(`${path}.json`));
        if (next === undefined) return false;
        const draft = `${path}.${randomUUID()}.tmp`;
        await writeFile(draft, JSON.stringify(next), { mode: 0o600 });
        await rename(draft, `${path}.json`);
        return true;
      });
    },
  };
}

async function readState(path: string): Promise<HookState> {
  try {
    return readHookState(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === "ENOENT") return readHookState(null);
    throw error;
  }
}

async function locked<T>(path: string, work: () => Promise<T>): Promise<T> {
  const until = Date.now() + patienceMs;
  while (!(await take(path))) {
    if (Date.now() > until) throw new Error("the lock of a hook's state is not to be had");
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await (await open(path, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    // Renaming ensures that only one process removes the lock that it saw to be old.
    if (age > staleMs) {
      const old = `${path}.${randomUUID()}`;
      await rename(path, old).then(
        () => rm(old, { force: true }),
        () => undefined,
      );
    }
    return false;
  }
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
