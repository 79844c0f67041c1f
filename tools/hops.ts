/**
 * `pnpm hops`: through how many source files one decision runs, counted by the engine of JavaScript itself (precise coverage)
 * in a process of its own. Exit code 1 when a decision needs more files than its bound. `--files` lists them.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";

import type { CountedFile } from "./hops/counted-file.js";
import { decisionPaths } from "./hops/decision-paths.js";

const { values } = parseArgs({ options: { files: { type: "boolean", default: false } } });
const root = path.resolve(import.meta.dirname, "..");

const counted = countFiles();
console.log(row("decision", "files", "of", "functions", "calls"));
for (const [position, { name, maxFiles }] of decisionPaths.entries()) {
  const files = counted[position];
  if (files === undefined) throw new Error(`nothing was counted for ${name}`);
  const functions = files.reduce((sum, file) => sum + file.functions, 0);
  const calls = files.reduce((sum, file) => sum + file.calls, 0);
  console.log(row(name, files.length, maxFiles, functions, calls));
  if (values.files) for (const { file } of files) console.log(`  ${file}`);
  if (files.length > maxFiles) {
    console.error(`${name} runs through ${files.length} files, expected at most ${maxFiles}`);
    process.exitCode = 1;
  }
}

function countFiles(): readonly (readonly CountedFile[])[] {
  const child = spawnSync(
    process.execPath,
    ["--import", "tsx", "--conditions=@gatehouse-hooks/source", path.join(root, "tools/hops/count-files.ts")],
    { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  );
  if (child.status !== 0) throw new Error(`counting ended with exit code ${child.status}`);
  return JSON.parse(child.stdout) as readonly (readonly CountedFile[])[];
}

function row(name: string, ...numbers: readonly (string | number)[]): string {
  return name.padEnd(40) + numbers.map((number) => String(number).padStart(10)).join("");
}
