import { type FSWatcher, watch } from "node:fs";
import type { WatchedFolder } from "./watched-folders.js";

/** Milliseconds of quiet before a change is looked at: an editor writes a file in several steps. */
const QUIET_MS = 100;
/** Milliseconds between looks that nothing asked for: some file systems tell nothing, and a system watches only so many folders. */
const UNASKED_MS = 2_000;

/** What to wait for. */
interface AwaitedChange {
  readonly folders: readonly WatchedFolder[];
  /** Whether what was read is no longer as it was. */
  readonly hasChanged: () => boolean;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
}

/** Waits until what was read has changed. What the system tells of the folders only says when to look. */
export async function nextChange({ folders, hasChanged, signal }: AwaitedChange): Promise<void> {
  const watchers: FSWatcher[] = [];
  let quiet: NodeJS.Timeout | undefined;
  let unasked: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (hasChanged()) resolve();
    };
    const soon = (): void => {
      clearTimeout(quiet);
      quiet = setTimeout(look, QUIET_MS);
    };
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
    for (const { path, deep } of folders) {
      try {
        const watcher = watch(path, { recursive: deep }, soon);
        watcher.on("error", soon);
        watchers.push(watcher);
      } catch {
        // Gone, or one too many for the system: it is looked at all the same.
      }
    }
    unasked = setInterval(look, UNASKED_MS);
    soon();
  });
  clearTimeout(quiet);
  clearInterval(unasked);
  for (const watcher of watchers) watcher.close();
}
