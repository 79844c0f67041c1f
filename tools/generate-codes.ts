import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CODES } from "../packages/console/src/codes/codes.js";
import { codePages } from "./codes/code-pages.js";

// Writes docs/codes from the tables of packages/console/src/codes; with `--check` it only says whether the pages are fresh.
const check = process.argv.includes("--check");
const folder = path.resolve(import.meta.dirname, "../docs/codes");
mkdirSync(folder, { recursive: true });
const there = new Map(
  readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), "utf8")] as const),
);
const pages = codePages(CODES);
const stale = [...pages].filter(([name, text]) => there.get(name) !== text);
const gone = [...there.keys()].filter((name) => !pages.has(name));
if (!check) {
  for (const [name, text] of stale) writeFileSync(path.join(folder, name), text);
  for (const name of gone) rmSync(path.join(folder, name));
}
console.log(
  stale.length + gone.length === 0
    ? "docs/codes is fresh"
    : `docs/codes was stale: ${[...stale.map(([name]) => name), ...gone].join(", ")}`,
);
if (check && stale.length + gone.length > 0) process.exitCode = 1;
