/**
 * Tries the built page in Chromium. `pnpm playground` builds it first. Screenshots are written to `reports/playground`.
 *
 * Chromium is the one of Debian, or what `CHROMIUM` names. Parts can be named: `looks`, `keyboard`, `command`, `typing`, `hostile`; `--write` writes RESULTS.md.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";

import { tryPage } from "./try-page.js";
import { writeResults } from "./write-results.js";

const here = import.meta.dirname;
if (!existsSync(path.join(here, "node_modules")))
  mustSpawn("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
const program = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
if (!existsSync(program))
  throw new Error(`there is no ${program}: \`apt-get install chromium\`, or set CHROMIUM`);

const root = path.resolve(here, "../../../..");
const shots = path.join(root, "reports/playground");
mkdirSync(shots, { recursive: true });
const { values, positionals } = parseArgs({
  options: { write: { type: "boolean", default: false } },
  allowPositionals: true,
});
const measured = await tryPage({
  program,
  shots,
  page: path.join(root, "packages/playground/dist/index.html"),
  require: createRequire(path.join(here, "package.json")),
  parts: positionals,
});
if (values.write) writeResults(path.join(root, "packages/playground/RESULTS.md"), measured);

function mustSpawn(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: here, stdio: "inherit" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}
