import { type FileHandle, open, readFile, rm, stat } from "node:fs/promises";

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
  const end = performance.now() + withinMs;
  for (;;) {
    const handle = await take(file);
    if (handle === "failed") return undefined;
    if (handle !== "held") {
      try {
        return { value: await work() };
      } finally {
        await handle.close();
        await rm(file, { force: true });
      }
    }
    if (await isStale(file)) await rm(file, { force: true });
    else if (performance.now() > end) return undefined;
    else await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function take(file: string): Promise<FileHandle | "held" | "failed"> {
  try {
    const handle = await open(file, "wx", 0o600);
    await handle.writeFile(String(process.pid));
    return handle;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EEXIST" ? "held" : "failed";
  }
}

async function isStale(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  // Its holder has released it meanwhile.
  if (stats === undefined) return false;
  if (Date.now() - stats.mtimeMs > STALE_MS) return true;
  const pid = Number(await readFile(file, "utf8").catch(() => ""));
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}
