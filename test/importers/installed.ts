import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const modules = path.join(import.meta.dirname, "node_modules");

/** Codex's program: install scripts do not run, so it is where its package has it. */
export const CODEX: string = path.join(
  modules,
  "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
);

/** The sources of Gemini CLI's core. */
export const GEMINI_CORE: string = path.join(modules, "@google/gemini-cli-core/dist/src");

/** Installs the agents into this folder, unless they are there. */
export function installAgents(): void {
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error("the programs are those of Linux on x64");
  if (existsSync(CODEX) && existsSync(GEMINI_CORE)) return;
  process.stderr.write("installing agents into test/importers/node_modules (780 MB)\n");
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: import.meta.dirname,
    stdio: "inherit",
  });
}
