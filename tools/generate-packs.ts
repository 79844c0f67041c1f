import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packOf, packSets } from "./packs/pack-of.js";

// Writes the packs of packs/*.yaml as data of packages/hosts, a line each, their examples apart, and the ASTs of their conditions as data of
// packages/local; with `--check` it only says whether they are fresh.
const SETS = "sets.yaml";
const check = process.argv.includes("--check");
const folder = path.resolve(import.meta.dirname, "../packs");
const written = path.resolve(import.meta.dirname, "../packages/hosts/src/gatehouse/packs");
const sets = packSets(readFileSync(path.join(folder, SETS), "utf8"));
const packs = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml") && name !== SETS)
  .toSorted()
  .map((name) => packOf(name.slice(0, -".yaml".length), readFileSync(path.join(folder, name), "utf8"), sets));
const texts = {
  "packs.json": `[\n${packs.map(({ examples: _examples, ...pack }) => JSON.stringify(pack)).join(",\n")}\n]\n`,
  "pack-examples.json": `{\n${packs.map(({ name, examples }) => `${JSON.stringify(name)}: ${JSON.stringify(examples)}`).join(",\n")}\n}\n`,
};
for (const [name, text] of Object.entries(texts)) writeText(path.join(written, name), text);
// Not before: it reads what has just been written.
const { parsedConditions } = await import("./packs/parsed-conditions.js");
const local = path.resolve(import.meta.dirname, "../packages/local/src/places/parsed-conditions.json");
writeText(local, parsedConditions());

function writeText(file: string, text: string): void {
  const fresh = readFileSync(file, { encoding: "utf8", flag: "a+" }) === text;
  if (!fresh && !check) writeFileSync(file, text);
  console.log(`${path.basename(file)} ${fresh ? "is fresh" : "was stale"}`);
  if (!fresh && check) process.exitCode = 1;
}
