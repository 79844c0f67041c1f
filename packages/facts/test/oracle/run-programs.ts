import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { FIXTURE, runInRoot, type Traced } from "./trace-in-box.js";

/** Databases, each with the tables that statements name. */
const DATABASES = `for db in app.db d/other.db new.db /w/q/new.db; do sqlite3 $db 'create table a (x, y); create table b (x, y); create table users (x, y); create table "d e" (x, y)'; done`;

/**
 * Runs programs, each over the same files in `/w/p`, one behind the other in one box, and compares what is there before and after. Much
 * faster than a trace, and blind to what is put back as it was.
 *
 * @param commands an interpreter that reads the program from a here-document, or lines for bash
 * @param folder an empty directory for what goes in
 */
export function runPrograms(commands: readonly string[], folder: string): readonly Traced[] {
  const texts = path.join(folder, "programs");
  mkdirSync(texts);
  const isProgram = commands[0]?.includes(" <<'END'\n") === true;
  const language = isProgram ? (commands[0]?.split(" ")[0] ?? "") : "bash";
  const programs = isProgram ? commands.map(programOf) : commands;
  writeFileSync(path.join(texts, "programs.json"), JSON.stringify(programs));
  writeFileSync(
    path.join(texts, "fixture"),
    `${FIXTURE}\n${DATABASES}\nfind /w /home -exec touch -hd @1000000000 {} +`,
  );
  const runners = ["run_programs.py", "run_programs.cjs"].flatMap((name) => [
    "--ro-bind",
    path.join(import.meta.dirname, name),
    `/${name}`,
  ]);
  const driver = `bash /given/fixture && HOME=/home/u exec python3 -I /run_programs.py ${language} /given/programs.json`;
  const said = runInRoot(["--ro-bind", texts, "/given", ...runners], ["/usr/bin/bash", "-c", driver]);
  const traced = said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Traced);
  if (traced.length !== commands.length)
    throw new Error(`${traced.length} of ${commands.length} programs ran`);
  return traced;
}

/** The text of the here-document. */
function programOf(command: string): string {
  const [first = "", ...lines] = command.split("\n");
  if (!first.endsWith("<<'END'") || lines.pop() !== "END")
    throw new Error(`\`${first}\` reads no here-document`);
  return lines.join("\n");
}
