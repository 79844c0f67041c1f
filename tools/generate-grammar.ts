/**
 * Writes what SPEC.md of the condition language shows of the syntax from the parser's own grammar: the block of rules,
 * and a railroad diagram of each rule.
 *
 *     tsx --conditions=@gatehouse-hooks/source tools/generate-grammar.ts [--check]
 *
 * With `--check` nothing is written, and the exit code is 1 when something is stale.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { grammarFiles } from "./grammar/grammar-files.js";

const root = path.resolve(import.meta.dirname, "../packages/condition");
const folder = path.join(root, "grammar");
mkdirSync(folder, { recursive: true });

const files = grammarFiles(readFileSync(path.join(root, "SPEC.md"), "utf8"));
const stale = [...files].filter(([name, text]) => read(name) !== text).map(([name]) => name);
const left = readdirSync(folder).filter((name) => !files.has(`grammar/${name}`));

if (stale.length + left.length === 0) console.log("the grammar in packages/condition is fresh");
else if (process.argv.includes("--check")) {
  console.error(
    `stale in packages/condition: ${[...stale, ...left].join(", ")}; run tools/generate-grammar.ts`,
  );
  process.exitCode = 1;
} else {
  for (const name of stale) writeFileSync(path.join(root, name), files.get(name) ?? "");
  for (const name of left) rmSync(path.join(folder, name));
  console.log(`wrote in packages/condition: ${stale.join(", ")}`);
}

function read(name: string): string | undefined {
  try {
    return readFileSync(path.join(root, name), "utf8");
  } catch {
    return undefined;
  }
}
