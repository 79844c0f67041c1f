/**
 * Asks DuckDB what `gatehouse audit query` asks it, through the command. The first run installs DuckDB (70 MB) beside this file.
 *
 *     pnpm duckdb
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const here = import.meta.dirname;
if (!existsSync(path.join(here, "node_modules"))) {
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: here,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("npm ci failed");
}
// The command finds DuckDB beside itself, or where this variable says when a process starts.
const { status } = spawnSync(
  path.join(here, "../../node_modules/.bin/tsx"),
  ["--conditions=@gatehouse-hooks/source", path.join(here, "try-duckdb.ts")],
  { stdio: "inherit", env: { ...process.env, NODE_PATH: path.join(here, "node_modules") } },
);
process.exitCode = status ?? 1;
