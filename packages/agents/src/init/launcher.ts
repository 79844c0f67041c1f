import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { type Io, UsageError } from "@gatehouse-hooks/console";
import { socketPlace } from "../daemon/own-socket.js";
import { isFile, steadyProgramOn } from "@gatehouse-hooks/local/agents";

/** What hooks start. Paths are absolute. */
export interface Launcher {
  readonly node: string;
  /** Gatehouse's own file. */
  readonly binary: string;
  /** The daemon's socket, where hooks ask the daemon first. */
  readonly socket?: string;
  /** What a script asks the daemon with; without both it decides by itself. */
  readonly curl?: string;
  readonly cat?: string;
}

/**
 * What hooks start: this Node, and this program or the one that is named.
 *
 * @throws UsageError when the named program is not a file
 */
export function thisLauncher(cwd: string, binary: string | undefined): Launcher {
  if (binary === undefined) return { node: process.execPath, binary: realpathSync(process.argv[1] ?? "") };
  const path = resolve(cwd, binary);
  if (!isFile(path))
    throw new UsageError(`--binary is \`${binary}\`: there is no such file`, "name the file of Gatehouse");
  return { node: process.execPath, binary: path };
}

/**
 * What hooks ask the daemon with; nothing where a program is missing, or the home's path is too long for a socket. The programs are absolute:
 * what is first on the agent's `PATH` is not asked.
 */
export function askingLauncher({
  env,
  home,
}: Pick<Io, "env" | "home">): Pick<Launcher, "socket" | "curl" | "cat"> {
  const [curl, cat] = ["curl", "cat"].map((name) => steadyProgramOn(env["PATH"], name));
  const place = socketPlace(home);
  if (curl === undefined || cat === undefined || place.kind === "refused") return {};
  return { socket: place.socket, curl, cat };
}

/** A place whose files go away by themselves, such as the cache of `npx`. */
export function isPassing(binary: string): boolean {
  return /[/\\](?:_npx|\.npm[/\\]_cacache|dlx-[\w-]+)[/\\]/.test(binary);
}
