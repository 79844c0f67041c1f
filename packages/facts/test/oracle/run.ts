/**
 * Holds facts against what real bash executes, in a box.
 *
 *     pnpm oracle [--scripts N] [--seed N] [--shrink N]
 *
 * 50,000 scripts unless told otherwise. Each script with an execution that its facts do not have is shown, the first 30 made short;
 * the exit code is then 1.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { holdAgainst, scriptsFrom } from "./find-misses.js";
import { predictCommands } from "./predict-commands.js";
import { shrinkMiss } from "./shrink-miss.js";

/** Scripts in one box. */
const BATCH = 250;

const { values } = parseArgs({
  options: { scripts: { type: "string" }, seed: { type: "string" }, shrink: { type: "string" } },
});
const total = Number(values.scripts ?? 50_000);
const seed = Number(values.seed ?? 0);
let toShrink = Number(values.shrink ?? 30);

const root = mkdtempSync(path.join(tmpdir(), "gatehouse-oracle-"));
let folders = 0;
let last = "";
function folder(): string {
  if (last !== "") rmSync(last, { recursive: true, force: true });
  last = path.join(root, String(folders++));
  return mkdtempSync(`${last}-`);
}

let executions = 0;
let understood = 0;
let missed = 0;
for (let done = 0; done < total; done += BATCH) {
  const scripts = scriptsFrom(seed + done, Math.min(BATCH, total - done));
  const held = holdAgainst(scripts, predictCommands, folder());
  executions += held.executions;
  understood += held.understood;
  missed += held.misses.length;
  for (const miss of held.misses) {
    const { script, execution } = toShrink-- > 0 ? shrinkMiss(miss, predictCommands, folder) : miss;
    console.log(
      JSON.stringify({ script, executed: execution.argv, in: execution.directory, of: miss.script }),
    );
  }
  console.error(
    `${done + scripts.length} scripts, ${understood} understood, ${executions} executions, ${missed} missed`,
  );
}
rmSync(root, { recursive: true, force: true });
process.exitCode = missed === 0 ? 0 : 1;
