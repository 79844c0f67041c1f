import { spawnSync } from "node:child_process";
import path from "node:path";

/** What a command line has printed. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const ROOT = path.resolve(import.meta.dirname, "../..");

/**
 * Runs the command from its sources, with DuckDB in reach.
 *
 * @param modules the folder that DuckDB is installed in
 * @param cwd also the home folder
 */
export function command(modules: string, cwd: string, args: readonly string[], stdin = ""): Ran {
  const { status, stdout, stderr } = spawnSync(
    path.join(ROOT, "node_modules/.bin/tsx"),
    ["--conditions=@gatehouse-hooks/source", path.join(ROOT, "packages/cli/src/bin.ts"), ...args],
    {
      cwd,
      input: stdin,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: cwd, NODE_PATH: modules },
    },
  );
  return { code: status, stdout, stderr };
}
