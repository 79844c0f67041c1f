import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";

/** Milliseconds between two looks at a lock that another process holds. */
const LOOK_MS = 15;
/** Milliseconds after which a lock is stale: no work under it may take as long. */
const STALE_MS = 120_000;

/**
 * Runs work while no other process does: the file holds the number of the process. The lock of a process that has ended
 * is taken over.
 *
 * @param withinMs milliseconds to wait for it
 * @returns undefined when another process holds it all the time, or the file cannot be made
 */
export async function withLock<T>(
  file: string,
  withinMs: number,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  const release = await takeLock(file, withinMs);
  if (release === undefined) return undefined;
  try {
    return { value: await work() };
  } finally {
    release();
  }
}

/**
 * The same, for work whose end something else says.
 *
 * @returns lets it go; may be called twice
 */
export async function takeLock(file: string, withinMs: number): Promise<(() => void) | undefined> {
  const end = performance.now() + withinMs;
  for (;;) {
    const taken = take(file);
    if (taken === "failed") return undefined;
    if (taken === "mine") return () => releaseLock(file);
    if (isStale(file)) rmSync(file, { force: true });
    else if (performance.now() > end) return undefined;
    else await wait(LOOK_MS);
  }
}

function releaseLock(file: string): void {
  if (holderOf(file) === process.pid) rmSync(file, { force: true });
}

function take(file: string): "mine" | "held" | "failed" {
  try {
    const handle = openSync(file, "wx", 0o600);
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return "mine";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EEXIST" ? "held" : "failed";
  }
}

function isStale(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  // Its holder has released it meanwhile.
  if (stats === undefined) return false;
  if (Date.now() - stats.mtimeMs > STALE_MS) return true;
  const holder = holderOf(file);
  return holder !== undefined && !isAlive(holder);
}

/** Whether a process is there, of whichever user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Which process has it; undefined where the file does not say. */
function holderOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
