import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createFacts, type Facts, type PathFact, PROGRAMS, TOOL_ROWS } from "../../src/index.js";
import { runInRoot, type Traced } from "./trace-in-box.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

/** Why batch files cannot be run here; undefined where they can. */
export const whyNoCmd =
  spawnSync("wine", ["--version"], { stdio: "ignore" }).status === 0
    ? undefined
    : "there is no Wine: apt-get install wine wine64";

/** The facts of a batch file that runs in the box, with paths in small letters. */
export function predictCmd(text: string): Facts {
  const { reads, writes, deletes, ...rest } = factsOf(text);
  return { ...rest, reads: small(reads), writes: small(writes), deletes: small(deletes) };
}

function small(all: readonly PathFact[]): readonly PathFact[] {
  return all.map((one) => ({ ...one, path: one.path?.toLowerCase() ?? null }));
}

function factsOf(text: string): Facts {
  return facts({
    ...{ event: "before_tool_call", platform: "win32", cwd: String.raw`W:\t\p` },
    ...{ workspace: String.raw`W:\t\p`, home: String.raw`C:\Users\me`, toolName: "PowerShell" },
    params: { command: `@'\n${text.replaceAll("\r", "")}\n'@ | sc x.cmd; cmd /c x.cmd` },
  });
}

/**
 * Runs batch files by the `cmd.exe` of Wine, each over the same files in `W:\t\p`, one behind the other in one box, and compares what
 * is there before and after. Wine is not Windows: where it reads a line of `cmd` otherwise than that is documented, the generator does
 * not write it (`asDocumented`), or the name is put right here: in a block in one line, Wine takes the parenthesis behind a redirection
 * for a part of the name, and does not put the value of a loop's variable into it.
 *
 * @param folder an empty directory for what goes in
 */
export function runCmd(programs: readonly string[], folder: string): readonly Traced[] {
  const texts = path.join(folder, "programs");
  mkdirSync(texts);
  writeFileSync(path.join(texts, "programs.json"), JSON.stringify(programs));
  const runner = path.join(import.meta.dirname, "run_cmd.py");
  const set = "WINEPREFIX=/tmp/wine WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= HOME=/home DISPLAY=";
  const said = runInRoot(
    ["--ro-bind", texts, "/given", "--ro-bind", runner, "/run_cmd.py"],
    ["/usr/bin/env", ...set.split(" "), "python3", "-I", "/run_cmd.py", "/given/programs.json"],
  );
  const traced = said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Traced);
  if (traced.length !== programs.length)
    throw new Error(`${traced.length} of ${programs.length} programs ran`);
  return traced.map(({ writes, deletes, reads = [], folders = [] }) => ({
    folders: documented(folders),
    writes: documented(writes),
    deletes: documented(deletes),
    reads: documented(reads),
  }));
}

function documented(paths: readonly string[]): readonly string[] {
  return paths.map((one) => one.toLowerCase().replace(/\)+$/, "")).filter((one) => !/%|\/nul$/.test(one));
}
