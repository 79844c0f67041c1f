import { spawn } from "node:child_process";
import { open, stat, unlink } from "node:fs/promises";
import process from "node:process";
import { type SocketPlace, startingMark } from "./own-socket.js";
import { NO_OPT } from "@gatehouse-hooks/console";
import { makePrivate } from "@gatehouse-hooks/local";

/** A start that began so long ago, in ms, has failed: the next call may try again. */
const STARTING_MS = 10_000;

/**
 * Starts a daemon that outlives this process, unless another call is about to. All its streams are closed: an agent waits for
 * every process that holds the hook's output, and lets the tool run when that takes too long.
 *
 * @param bin the command's own program
 */
export async function startDaemon(place: SocketPlace, bin: string): Promise<void> {
  if (place.kind === "refused" || makePrivate(place.folder) !== null) return;
  if (!(await takesTurn(startingMark(place.folder)))) return;
  const child = spawn(
    process.execPath,
    [...process.execArgv.filter((one) => one !== NO_OPT), bin, "daemon", "run"],
    {
      detached: true,
      stdio: "ignore",
      cwd: "/",
    },
  );
  child.on("error", () => undefined);
  child.unref();
}

/** One of many calls at once starts it. */
async function takesTurn(mark: string): Promise<boolean> {
  const old = await stat(mark).catch(() => null);
  if (old !== null && Date.now() - old.mtimeMs < STARTING_MS) return false;
  if (old !== null) await unlink(mark).catch(() => undefined);
  try {
    await (await open(mark, "wx", 0o600)).close();
    return true;
  } catch {
    return false;
  }
}
