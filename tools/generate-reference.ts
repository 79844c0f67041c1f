import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { commandTree } from "./reference/command-tree.js";
import { manualPage } from "./reference/manual-page.js";
import { ROW_SHAPES, SHAPES } from "./json-shapes/shapes.table.js";
import { writeSchemas } from "./json-shapes/published-schemas.js";
import { referencePages } from "./reference/reference-pages.js";
import { writtenPages } from "./reference/written-pages.js";

// Writes the pages of docs/reference that are made of tables, the manual page of the command, and the schemas of what it prints; with
// `--check` it only says whether they are fresh.
const check = process.argv.includes("--check");
const folder = path.resolve(import.meta.dirname, "../docs/reference");
const there = writtenPages(folder);
for (const [name, text] of await referencePages(there)) {
  const fresh = there.some((page) => page.name === name && page.text === text);
  if (!fresh && !check) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  console.log(`docs/reference/${name} ${fresh ? "is fresh" : "was stale"}`);
  if (!fresh && check) process.exitCode = 1;
}

const manual = path.resolve(import.meta.dirname, "../packages/cli/gatehouse.1");
const text = manualPage(commandTree());
const isFresh = existsSync(manual) && readFileSync(manual, "utf8") === text;
if (!isFresh && !check) writeFileSync(manual, text);
console.log(`packages/cli/gatehouse.1 ${isFresh ? "is fresh" : "was stale"}`);
if (!isFresh && check) process.exitCode = 1;

for (const { said, isFine } of await writeSchemas(
  [...SHAPES, ...ROW_SHAPES],
  path.resolve(import.meta.dirname, "../packages/cli/schemas"),
  check,
)) {
  console.log(`packages/cli/schemas/${said}`);
  if (!isFine) process.exitCode = 1;
}
