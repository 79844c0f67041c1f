import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { packOf, packSets } from "./packs/pack-of.js";

// Writes the packs of packs/*.yaml as a table of packages/hosts; with `--check` it only says whether the table is fresh.
const SETS = "sets.yaml";
const check = process.argv.includes("--check");
const folder = path.resolve(import.meta.dirname, "../packs");
const file = path.resolve(import.meta.dirname, "../packages/hosts/src/gatehouse/packs/packs.table.ts");
const sets = packSets(readFileSync(path.join(folder, SETS), "utf8"));
const packs = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml") && name !== SETS)
  .toSorted()
  .map((name) => packOf(name.slice(0, -".yaml".length), readFileSync(path.join(folder, name), "utf8"), sets));
const text = `import type { Pack } from "./pack.js";

/** The packs of the program. Written by \`pnpm packs\` from \`packs/*.yaml\`. */
export const PACKS: readonly Pack[] = ${JSON.stringify(packs)};
`;
const table = await format(text, { parser: "typescript", printWidth: 110 });
const fresh = readFileSync(file, { encoding: "utf8", flag: "a+" }) === table;
if (!fresh && !check) writeFileSync(file, table);
console.log(fresh ? "packs.table.ts is fresh" : "packs.table.ts was stale");
if (!fresh && check) process.exitCode = 1;
