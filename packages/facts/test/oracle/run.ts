/**
 * Holds facts against what really happens, in a box.
 *
 *     pnpm oracle [--files] [--composed] [--count N] [--seed N] [--shrink N]
 *
 * Without `--files`: what real bash executes of 50,000 scripts, unless told otherwise. Each script with an execution that its
 * facts do not have is shown, the first 30 made short. With it: what real programs write and remove, as `strace` sees it, in
 * 2,000 commands; `--composed`: in 1,545 that are within each other and one behind another. The exit code is 1 when something is missing.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Dice } from "../../../shell/test/oracle/script-generator.js";
import { generateComposed } from "./composed-commands.js";
import { commandsOfRows, generateFileCommand } from "./file-commands.js";
import { holdAgainst, scriptsFrom } from "./find-misses.js";
import { holdFiles, predictFiles } from "./hold-files.js";
import { predictCommands } from "./predict-commands.js";
import { shrinkMiss } from "./shrink-miss.js";

/** Scripts, or commands, in one box. */
const BATCH = 250;

const { values } = parseArgs({
  options: {
    files: { type: "boolean", default: false },
    composed: { type: "boolean", default: false },
    count: { type: "string" },
    seed: { type: "string" },
    shrink: { type: "string" },
  },
});
const seed = Number(values.seed ?? 0);
const total = Number(values.count ?? (values.composed ? 1_545 : values.files ? 2_000 : 50_000));

const root = mkdtempSync(path.join(tmpdir(), "gatehouse-oracle-"));
let last = "";
/** An empty directory; the one before goes away. */
function folder(): string {
  if (last !== "") rmSync(last, { recursive: true, force: true });
  last = mkdtempSync(path.join(root, "box-"));
  return last;
}

const missed = values.files || values.composed ? runFiles() : runScripts(Number(values.shrink ?? 30));
rmSync(root, { recursive: true, force: true });
process.exitCode = missed === 0 ? 0 : 1;

function runScripts(shrunk: number): number {
  let [executions, understood, misses] = [0, 0, 0];
  for (let done = 0; done < total; done += BATCH) {
    const scripts = scriptsFrom(seed + done, Math.min(BATCH, total - done));
    const held = holdAgainst(scripts, predictCommands, folder());
    executions += held.executions;
    understood += held.understood;
    for (const miss of held.misses) {
      const shown = misses++ < shrunk ? shrinkMiss(miss, predictCommands, folder) : miss;
      const { script, execution } = shown;
      console.log(
        JSON.stringify({ script, executed: execution.argv, in: execution.directory, of: miss.script }),
      );
    }
    console.error(
      `${done + scripts.length} scripts, ${understood} understood, ${executions} executions, ${misses} missed`,
    );
  }
  return misses;
}

function runFiles(): number {
  const generate = values.composed ? generateComposed : generateFileCommand;
  const generated = Array.from({ length: total }, (_, i) => generate(new Dice(seed + i)));
  const commands = values.composed ? generated : [...commandsOfRows(), ...generated];
  let [understood, changes, misses] = [0, 0, 0];
  for (let done = 0; done < commands.length; done += BATCH) {
    const batch = commands.slice(done, done + BATCH);
    const held = holdFiles(batch, predictFiles, folder());
    understood += held.understood;
    changes += held.changes;
    misses += held.misses.length;
    for (const miss of held.misses) console.log(JSON.stringify(miss));
    console.error(
      `${done + batch.length} commands, ${understood} understood, ${changes} changes, ${misses} missed`,
    );
  }
  return misses;
}
