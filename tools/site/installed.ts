import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";

const folder = import.meta.dirname;

/** Installs what the site is built with into this folder, when it is not there or older than its lockfile. */
export function installSite(): void {
  const installed = path.join(folder, "node_modules/.package-lock.json");
  const lockfile = path.join(folder, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs) return;
  process.stderr.write("installing VitePress into tools/site/node_modules (135 MB)\n");
  const flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  execFileSync("npm", ["ci", ...flags], { cwd: folder, stdio: "inherit" });
}
