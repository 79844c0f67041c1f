import { writeFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { staleLists, writtenLists } from "./agents/agent-lists.js";

// Writes into the lists of packages/hosts what the agents' folders export for them; with `--check` it only says what they lack.
const src = path.resolve(import.meta.dirname, "../packages/hosts/src");
const stale = staleLists(src);
for (const line of stale) console.log(line);
if (process.argv.includes("--check")) process.exitCode = stale.length === 0 ? 0 : 1;
else if (stale.length > 0) {
  for (const [file, text] of writtenLists(src)) {
    const place = path.join(src, file);
    const written = await format(text, { parser: "typescript", printWidth: 110 });
    if (written !== readFileSync(place, "utf8")) {
      writeFileSync(place, written);
      console.log(`wrote ${file}`);
    }
  }
}
