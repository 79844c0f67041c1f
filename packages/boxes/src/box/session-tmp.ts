import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { makePrivate } from "@gatehouse-hooks/local";

/** The `/tmp` of the boxes of a session. */
export function sessionTmp(home: string, session: string): string {
  return join(home, SESSIONS_TMP, session);
}

/** Where those of all sessions are, below the home. */
export const SESSIONS_TMP = ".gatehouse/state/box/tmp";

/** How long a `/tmp` stays that no box of its session is started with. */
const KEPT_MS = 2 * 24 * 60 * 60 * 1_000;

/**
 * Makes the `/tmp` of a session, says that it is used, and removes those that have not been for two days.
 *
 * @throws Error where it cannot be this user's alone
 */
export function openSessionTmp(home: string, session: string): void {
  const folder = join(home, SESSIONS_TMP);
  const why = makePrivate(folder);
  if (why !== null) throw new Error(why);
  const own = sessionTmp(home, session);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const now = Date.now();
  utimesSync(own, now / 1_000, now / 1_000);
  for (const name of readdirSync(folder)) if (name !== session) removeOld(join(folder, name), now);
}

function removeOld(path: string, now: number): void {
  try {
    if (now - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  } catch {
    // A box has closed a folder in it: it stays.
  }
}
