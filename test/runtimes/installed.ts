import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const folder = import.meta.dirname;
const modules = path.join(folder, "node_modules");

/** The programs, each where its package has it: install scripts, which would copy them elsewhere, do not run. */
export const PROGRAMS = {
  node20: path.join(modules, "node-20/bin/node"),
  node22: path.join(modules, "node-22/bin/node"),
  node24: path.join(modules, "node-24/bin/node"),
  deno: path.join(modules, "@deno/linux-x64-glibc/deno"),
  bun: path.join(modules, "@oven/bun-linux-x64/bin/bun"),
  workerd: path.join(modules, "@cloudflare/workerd-linux-64/bin/workerd"),
  chromium: "chromium",
} as const;

/** Installs what is not there: the packages into this folder, and Debian's Chromium. */
export function install(): void {
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error("the programs are those of Linux on x64");
  if (Object.values(PROGRAMS).some((file) => path.isAbsolute(file) && !existsSync(file))) {
    process.stderr.write("installing runtimes into test/runtimes/node_modules (900 MB)\n");
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: folder,
      stdio: "inherit",
    });
  }
  if (spawnSync(PROGRAMS.chromium, ["--version"]).error === undefined) return;
  execFileSync("apt-get", ["update"], { stdio: "inherit" });
  execFileSync("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"], { stdio: "inherit" });
}

/** What a program says of its version. */
export function versionOf(program: string): string {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return /\d[\w.-]*/.exec(stdout)?.[0] ?? "unknown";
}
