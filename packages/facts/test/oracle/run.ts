/**
 * Holds facts against what really happens, in a box.
 *
 *     pnpm oracle [--files] [--composed] [--programs python|node|sqlite|cmd] [--count N] [--seed N] [--shrink N]
 *
 * Without `--files`: what real bash executes of 50,000 scripts, unless told otherwise. Each script with an execution that its
 * facts do not have is shown, the first 30 made short. With it: what real programs write and remove, as `strace` sees it, in
 * 2,000 commands; `--composed`: in 1,545 that are within each other and one behind another; `--programs`: what 20,000 programs of a language read, write and remove. The exit code is 1 when something is missing.
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
import { generateCmd } from "./cmd-programs.js";
import { generateJavaScript } from "./javascript-programs.js";
import { predictCommands } from "./predict-commands.js";
import { generatePython } from "./python-programs.js";
import { predictCmd, runCmd } from "./run-cmd.js";
import { runPrograms } from "./run-programs.js";
import { shrinkMiss } from "./shrink-miss.js";
import { generateSqlite, runSqlite } from "./sqlite-commands.js";
import { traceInBox } from "./trace-in-box.js";

/** Scripts, or commands, in one box. */
const BATCH = 250;

const { values } = parseArgs({
  options: {
    files: { type: "boolean", default: false },
    composed: { type: "boolean", default: false },
    programs: { type: "string" },
    count: { type: "string" },
    seed: { type: "string" },
    shrink: { type: "string" },
  },
});
const seed = Number(values.seed ?? 0);
const PROGRAMS: Readonly<Record<string, Commands>> = {
  python: { generate: generatePython, run: runPrograms, total: 20_000 },
  node: { generate: generateJavaScript, run: runPrograms, total: 20_000 },
  cmd: { generate: generateCmd, run: runCmd, predict: predictCmd, total: 20_000 },
  sqlite: { generate: generateSqlite, run: runSqlite, total: 20_000 },
};
const commands = commandsFrom();
const total = Number(values.count ?? commands?.total ?? 50_000);

const root = mkdtempSync(path.join(tmpdir(), "gatehouse-oracle-"));
let last = "";
/** An empty directory; the one before goes away. */
function folder(): string {
  if (last !== "") rmSync(last, { recursive: true, force: true });
  last = mkdtempSync(path.join(root, "box-"));
  return last;
}

const missed = commands === null ? runScripts(Number(values.shrink ?? 30)) : runFiles(commands);
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

/** Commands whose effects on files are held. */
interface Commands {
  readonly generate: (dice: Dice) => string;
  readonly run: typeof runPrograms;
  readonly predict?: typeof predictFiles;
  readonly total: number;
  /** Those that come first. */
  readonly rows?: readonly string[];
}

function commandsFrom(): Commands | null {
  const { programs, composed, files } = values;
  if (programs !== undefined) {
    const found = PROGRAMS[programs];
    if (found === undefined) throw new Error(`--programs takes ${Object.keys(PROGRAMS).join(", ")}`);
    return found;
  }
  if (composed) return { generate: generateComposed, run: traceInBox, total: 1_545 };
  if (!files) return null;
  return { generate: generateFileCommand, run: traceInBox, total: 2_000, rows: commandsOfRows() };
}

function runFiles({ generate, run, predict = predictFiles, rows = [] }: Commands): number {
  let [understood, changes, misses] = [0, 0, 0];
  for (let done = -rows.length; done < total; done += BATCH) {
    const batch = Array.from(
      { length: Math.min(BATCH, total - done) },
      (_, i) => rows[done + i + rows.length] ?? generate(new Dice(seed + done + i)),
    );
    const held = holdFiles(batch, predict, folder(), run);
    understood += held.understood;
    changes += held.changes;
    misses += held.misses.length;
    for (const miss of held.misses) console.log(JSON.stringify(miss));
    console.error(
      `${rows.length + done + batch.length} commands, ${understood} understood, ${changes} effects, ${misses} missed`,
    );
  }
  return misses;
}
