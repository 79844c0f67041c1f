import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CODES } from "../packages/console/src/codes/codes.js";
import { codesPage } from "./codes/codes-page.js";

// Writes docs/codes.md from the tables of packages/console/src/codes; with `--check` it only says whether the page is fresh.
const check = process.argv.includes("--check");
const file = path.resolve(import.meta.dirname, "../docs/codes.md");
const page = codesPage(CODES);
const isFresh = existsSync(file) && readFileSync(file, "utf8") === page;
if (!check && !isFresh) writeFileSync(file, page);
console.log(isFresh ? "docs/codes.md is fresh" : "docs/codes.md was stale");
if (check && !isFresh) process.exitCode = 1;
