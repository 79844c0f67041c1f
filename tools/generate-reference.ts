import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { referencePages } from "./reference/reference-pages.js";
import { writtenPages } from "./reference/written-pages.js";

// Writes the pages of docs/reference that are made of tables; with `--check` it only says whether they are fresh.
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
