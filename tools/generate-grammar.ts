/**
 * Writes the syntax block of the condition language's SPEC.md from the parser's own grammar.
 *
 *     tsx --conditions=@gatehouse/source tools/generate-grammar.ts [--check]
 *
 * With `--check` nothing is written, and the exit code is 1 when the block is stale.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderGrammar } from "./grammar/render-grammar.js";
import { serializedGrammar } from "./grammar/serialized-grammar.js";

const START = "<!-- grammar:start -->";
const END = "<!-- grammar:end -->";
const path = new URL("../packages/condition/SPEC.md", import.meta.url);

const old = readFileSync(path, "utf8");
const start = old.indexOf(START);
const end = old.indexOf(END);
if (start < 0 || end < start) throw new Error(`no ${START} … ${END} in ${fileURLToPath(path)}`);

const block = `${START}\n\n\`\`\`\n${renderGrammar(serializedGrammar())}\n\`\`\`\n\n`;
const fresh = old.slice(0, start) + block + old.slice(end);
if (fresh === old) console.log("the grammar in SPEC.md is fresh");
else if (process.argv.includes("--check")) {
  console.error("the grammar in packages/condition/SPEC.md is stale: run tools/generate-grammar.ts");
  process.exitCode = 1;
} else {
  writeFileSync(path, fresh);
  console.log("wrote the grammar in packages/condition/SPEC.md");
}
