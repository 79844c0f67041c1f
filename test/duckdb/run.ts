/**
 * Asks DuckDB what `gatehouse audit query` asks it, through the command. The first run installs DuckDB (70 MB) beside this file.
 *
 *     pnpm duckdb
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

import { tryQueries } from "./try-queries.js";

const here = import.meta.dirname;
if (!existsSync(path.join(here, "node_modules"))) {
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: here,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("npm ci failed");
}
await tryQueries(path.join(here, "node_modules"));
