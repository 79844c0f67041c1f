import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { UsageError } from "../usage-error.js";
import { isFile } from "./find-agents.js";
import type { Launcher } from "./hook-command-line.js";

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

/** A place whose files go away by themselves, such as the cache of `npx`. */
export function isPassing(binary: string): boolean {
  return /[/\\](?:_npx|\.npm[/\\]_cacache|dlx-[\w-]+)[/\\]/.test(binary);
}
