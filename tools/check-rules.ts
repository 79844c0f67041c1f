/**
 * `pnpm rules`: what breaks the rules of the house more often than tools/rules/ratchet.json allows. `--list R2` prints all places of a
 * rule, `--write` lowers the numbers of the ratchet where a rule is broken less often. docs/house.md has the rules.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import { withHouse } from "./house/house-source.js";
import { idleRows } from "./house/named-agents.js";
import { houseFindings } from "./rules/house-findings.js";
import { excesses, lowered, type Ratchet, slack } from "./rules/ratchet.js";

const HERE = path.resolve(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    list: { type: "string" },
    write: { type: "boolean", default: false },
    root: { type: "string", default: HERE },
  },
});

const SHOWN = 15;
const root = path.resolve(values.root);
const file = path.join(root, "tools/rules/ratchet.json");
const ratchet: Ratchet = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Ratchet) : {};
const { findings, idle } = withHouse(root, (house) => ({
  findings: houseFindings(house),
  // The table is about this tree.
  idle: root === HERE ? idleRows(house) : [],
}));

if (values.list !== undefined) {
  for (const { rule, says } of findings) if (rule === values.list) console.log(says);
} else {
  const broken = excesses(findings, ratchet);
  for (const { rule, of, allowed, findings: all } of broken) {
    console.error(`${rule} in ${of}: ${all.length}, and ${allowed} at most (pnpm rules --list ${rule}):`);
    for (const { says } of all.slice(0, SHOWN)) console.error(`  ${says}`);
  }
  if (values.write) writeFileSync(file, `${JSON.stringify(lowered(findings, ratchet), null, 2)}\n`);
  else if (slack(findings, ratchet) > 0)
    console.log(`${slack(findings, ratchet)} numbers of the ratchet may fall: pnpm rules --write`);
  for (const row of idle)
    console.error(`no file of ${row} names an agent: tools/house/agents-by-nature.table.ts`);
  process.exitCode = broken.length + idle.length > 0 ? 1 : 0;
}
