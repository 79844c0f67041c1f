import { type Alternatives, type Field, literalOf, originsOf } from "@gatehouse-hooks/shell";
import { addCode } from "./programs/add-code.js";
import { scriptText } from "./scripts/run-scripts.js";
import type { ScriptRun, ScriptRuns } from "./scripts/script-run.js";
import { writtenAround } from "./programs/file-content.js";
import type { ProgramCall } from "./programs/program-call.js";

function keep({ all, depth }: ScriptRuns, run: Omit<ScriptRun, "depth">): void {
  if (all.length >= MOST_RUNS) return;
  const key = all.length === 0 ? "" : keyOf(run);
  if (all.every((one) => keyOf(one) !== key)) all.push({ ...run, depth });
}

function keyOf({ files, part, directory, words }: Omit<ScriptRun, "depth">): string {
  return JSON.stringify([files, part, directory, words]);
}

/** The most files of one event that are asked about. */
const MOST_RUNS = 16;

/** Languages that a script is read in. */
const READ: ReadonlySet<string> = new Set(
  "sh bash binary python node deno bun javascript perl ruby php powershell cmd sql".split(" "),
);

/** Where names of a makefile are looked for, in order. */
const MAKEFILES: readonly string[] = ["GNUmakefile", "makefile", "Makefile"];

/** The most folders that are gone up from a package's folder to its `package.json`. */
const MOST_ABOVE = 4;

/** A file runs as code. */
export function askForCode(context: ProgramCall, field: Field, lang: string, given: readonly Field[]): void {
  const path = context.absolute(field);
  if (path === null || !READ.has(lang) || writtenAround(context, field) !== null) return;
  add(context, [path], { kind: "code", lang }, wordsOf(given));
}

/** A file is a patch: what it changes is known when its text is. */
export function askForPatch(context: ProgramCall, path: string): void {
  add(context, [path], { kind: "code", lang: "patch" }, []);
}

/** A program runs what a file of the project defines: a makefile, or `package.json`. */
export function askForDefined(context: ProgramCall, lang: string): void {
  const operands = wordsOf(context.operands.map(({ field }) => field));
  if (lang === "make") askForMake(context, operands);
  else if (lang === "sh" && MANAGERS.has(context.name)) {
    const runs = /^(?:run|run-script|rum|urn)$/.test(context.sub);
    const [script = "", ...rest] = runs ? operands : [SHORT.get(context.sub) ?? context.sub, ...operands];
    askForScript(context, script, rest);
  }
}

/** A manager of packages runs a script. */
export function askForScript(context: ProgramCall, script: string, words: readonly string[]): void {
  const folder = context.absolute(".");
  if (script === "" || script.startsWith("-") || folder === null || !MANAGERS.has(context.name)) return;
  const files = [folder];
  const { workspace } = context.reading.around;
  for (let at = folder; at !== workspace && at !== "/" && files.length <= MOST_ABOVE;)
    files.push((at = at.slice(0, at.lastIndexOf("/")) || "/"));
  const given = words[0] === "--" ? words.slice(1) : words;
  add(
    context,
    files.map((one) => inFolder(one, "package.json")),
    { kind: "package", script },
    given,
  );
}

const MANAGERS: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn", "bun"]);
const SHORT: ReadonlyMap<string, string> = new Map([
  ["t", "test"],
  ["tst", "test"],
]);

function askForMake(context: ProgramCall, goals: readonly string[]): void {
  const folder = context.absolute(".");
  if (folder === null || !/^(?:g|b|n)?make$/.test(context.name)) return;
  const named = context.all("-f").map(({ value }) => (value === null ? null : context.absolute(value)));
  const part: ScriptRun["part"] = { kind: "make", goals };
  for (const { value } of context.all("-E"))
    if (value !== null) runWritten(context, [value], part, folder, []);
  if (context.all("-f").some(({ value }) => value === "-"))
    runWritten(context, context.call.input.content, part, folder, []);
  const files = named.length > 0 ? named : MAKEFILES.map((name) => inFolder(folder, name));
  const known = files.filter((one) => one !== null);
  if (known.length > 0) add(context, known, part, []);
}

/** What the text itself wrote, which is read as the program reads it. */
function runWritten(
  context: ProgramCall,
  contents: Alternatives,
  part: ScriptRun["part"],
  path: string,
  words: readonly string[],
): void {
  const { call, name, directories, world } = context;
  const { span } = call;
  for (const content of contents) {
    for (const { kind } of originsOf(content))
      if (kind === "network" || kind === "decoded") addCode(context, kind, part.kind, path, null, span);
    const text = literalOf(content);
    const code =
      text === null ? null : scriptText({ part, words, program: name, directory: path }, path, text);
    if (code === null) continue;
    const maybe = contents.length > 1;
    world.code(code.text, { via: name, maybe, span, directories, dialect: code.dialect });
  }
}

function inFolder(folder: string, name: string): string {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}

function add(
  context: ProgramCall,
  files: readonly string[],
  part: ScriptRun["part"],
  words: readonly string[],
): void {
  const { call, reading, world } = context;
  const path = files.find((one) => world.file(one) !== null);
  if (path !== undefined) runWritten(context, world.file(path) ?? [], part, path, words);
  // Elsewhere are other files, and what the text wrote is not what is there now.
  if (call.place !== "here" || path !== undefined) return;
  const by = context.by("");
  keep(reading.scripts, {
    files,
    part,
    directory: context.absolute("."),
    words,
    by,
    program: context.name,
    span: call.span,
  });
}

/** Words as far as they are known. */
function wordsOf(fields: readonly Field[]): readonly string[] {
  const words: string[] = [];
  for (const one of fields.slice(0, MOST_WORDS)) {
    const text = literalOf(one);
    if (text === null) break;
    words.push(text);
  }
  return words;
}

const MOST_WORDS = 32;
