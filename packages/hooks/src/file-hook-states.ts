import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isCount } from "@gatehouse-hooks/json";

import { freshHookState, type HookState, type HookStates, readHookState } from "./hook-state.js";

/** A lock older than this, in milliseconds, belongs to a process that died. */
const staleMs = 10_000;
/** Milliseconds between two tries to take a lock. */
const retryMs = 15;
/** Characters of a state; what is longer was not written here. */
const maxLength = 100_000;
/** Milliseconds after which taking a lock is given up. */
const patienceMs = 5_000;

/**
 * Hook states in a folder, shared by all processes that use it: counts survive a restart. One file for each hook and
 * session, named by a hash, so that no name of an event becomes a path. Files are replaced whole. A file that is not a state counts as
 * none when it is read, and is not written over: where nothing can be counted, a hook speaks each time, and allows nothing.
 *
 * @param maxEntries - states of one hook in one session that are kept; a tenth of them, unused for longest, is then forgotten.
 * @throws Error (as a rejection) when the folder cannot be written, or a lock cannot be taken within 5 s.
 */
export function fileHookStates(
  folder: string,
  { maxEntries = 10_000 }: { readonly maxEntries?: number } = {},
): HookStates {
  const pathOf = (session: string, hook: string): string =>
    join(
      folder,
      createHash("sha256")
        .update(JSON.stringify([session, hook]))
        .digest("hex"),
    );
  return {
    read: async (session, hook) => (await readState(`${pathOf(session, hook)}.json`)) ?? freshHookState,
    async update(session, hook, change) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = pathOf(session, hook);
      return await locked(`${path}.lock`, async () => {
        const known = await readState(`${path}.json`);
        if (known === undefined) throw new Error("the file of a hook's state is damaged");
        const next = change(known);
        if (next === undefined) return false;
        if (known === freshHookState) await forgetOldest(folder, maxEntries);
        const draft = `${path}.${randomUUID()}.tmp`;
        await writeFile(draft, JSON.stringify(next), { mode: 0o600 });
        await rename(draft, `${path}.json`);
        return true;
      });
    },
  };
}

/** Undefined: there is a file, and it is not a state. */
async function readState(path: string): Promise<HookState | undefined> {
  try {
    const text = await readFile(path, "utf8");
    const value: unknown = text.length > maxLength ? null : JSON.parse(text);
    const isState = typeof value === "object" && value !== null && "fires" in value && isCount(value.fires);
    return isState ? readHookState(value) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (errorCode(error) === "ENOENT") return freshHookState;
    throw error;
  }
}

/** Makes room for a new state. Files that go away meanwhile are another process's doing. */
async function forgetOldest(folder: string, maxEntries: number): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  if (files.length < maxEntries) return;
  const used = await Promise.all(
    files.map(async (name) => ({
      name,
      at: await stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  );
  const oldest = used.toSorted((a, b) => a.at - b.at).slice(0, files.length - Math.floor(maxEntries * 0.9));
  await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })));
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
