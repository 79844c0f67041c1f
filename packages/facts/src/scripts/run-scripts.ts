import { isRecord, lookup, parseJsonObject } from "@gatehouse-hooks/json";
import type { Dialect } from "@gatehouse-hooks/shell";
import type { FactLists } from "../fact-lists.js";
import { quoteWord } from "../code/quote-word.js";
import { PATCH_HEADER } from "../read-patch.js";
import { recipesOf } from "./make-recipes.js";
import type { ScriptQuestion, ScriptRun, ScriptRuns, ScriptTexts } from "./script-run.js";

/** Characters of a script that is read, of a file of which a part counts, and of all scripts of one event. */
const MOST_TEXT = 16_384;
const MOST_WHOLE = 65_536;
const MOST_TEXTS = 49_152;
/** Scripts that run each other. */
const MOST_DEPTH = 3;

/** Reads text of a shell, in a folder. */
type ReadShell = (text: string, directory: string | null, dialect: Dialect) => FactLists;

/** Text of a shell that does what a script does. */
interface ScriptText {
  readonly text: string;
  readonly dialect: Dialect;
  /** a program that is only there to be given the code: its own facts do not count. */
  readonly isGiven: boolean;
}

/**
 * What scripts do that a call runs, as far as their texts are known: facts that may be, beside the others, at the place of the call. Nothing that
 * is not understood of them is said: they are `opaque-file` anyway, and may be others when they run.
 *
 * @returns the texts that it lacks
 */
export function runScripts(
  lists: FactLists,
  runs: ScriptRuns,
  texts: ScriptTexts,
  read: ReadShell,
): readonly ScriptQuestion[] {
  const questions: ScriptQuestion[] = [];
  let left = MOST_TEXTS;
  // INVARIANT: `all` grows while scripts are read, to at most as many as it takes.
  for (const run of runs.all) {
    const unanswered = run.files.filter((path) => !texts.has(path));
    questions.push(...unanswered.map((path) => ({ ask: "text", path }) as const));
    const path =
      unanswered.length > 0 ? undefined : run.files.find((one) => typeof texts.get(one) === "string");
    const text = path === undefined ? undefined : texts.get(path);
    const most = isShortened(run.part) ? MOST_WHOLE : MOST_TEXT;
    if (path === undefined || typeof text !== "string" || text.length > most) continue;
    if (run.part.kind === "code") lists.keepText(path, text);
    const known = scriptText(run, path, text);
    if (known === null || run.depth >= MOST_DEPTH || known.text.length > left) continue;
    left -= known.text.length;
    runs.depth = run.depth + 1;
    const name = path.slice(path.lastIndexOf("/") + 1);
    lists.addScript(read(known.text, run.directory, known.dialect), { ...run, name, isGiven: known.isGiven });
  }
  return questions;
}

/** Of a `package.json` one script counts, of a patch the names of files. */
function isShortened(part: ScriptRun["part"]): boolean {
  return part.kind === "package" || (part.kind === "code" && part.lang === "patch");
}

/** What a script does as text of a shell; `null` where it is not of a kind that is read. */
export function scriptText(
  run: Pick<ScriptRun, "part" | "words" | "directory" | "program">,
  path: string,
  text: string,
): ScriptText | null {
  const { part, words } = run;
  if (part.kind === "make") {
    const recipes = recipesOf(text, part.goals, run.directory ?? "");
    return recipes === null ? null : { text: recipes, dialect: "bash", isGiven: false };
  }
  if (part.kind === "package") return scriptOf(text, part.script, words);
  if (part.lang === "powershell" || part.lang === "cmd") return { text, dialect: part.lang, isGiven: false };
  const command = commandOf(part.lang, run.program, path, text);
  return command === null
    ? null
    : { text: [...command, ...words].map(quoteWord).join(" "), dialect: "bash", isGiven: true };
}

/** A script of `package.json`, and those before and after it. */
function scriptOf(text: string, script: string, words: readonly string[]): ScriptText | null {
  const { value, issue } = parseJsonObject(text);
  const scripts = issue === undefined ? lookup(value, "scripts") : undefined;
  if (!isRecord(scripts)) return null;
  const lines = [`pre${script}`, script, `post${script}`].flatMap((name) => {
    const line = lookup(scripts, name);
    if (typeof line !== "string") return [];
    return name === script ? [line, ...words.map(quoteWord)].join(" ") : line;
  });
  return lines.length === 0 ? null : { text: lines.join("\n"), dialect: "bash", isGiven: false };
}

/** The language that the first line of a file says. */
const FIRST_LINE = /^#!\s*(?:\S*\/)?(?:env\s+(?:-S\s+)?)?([a-z]+)/;

/** The words of a command that is given the code of a file; what the file is given comes behind them. */
function commandOf(lang: string, program: string, path: string, text: string): readonly string[] | null {
  const said = FIRST_LINE.exec(text.slice(0, 200))?.[1];
  // What is started by its path says what it is in.
  const name = lang === "binary" ? (said ?? "sh") : lang;
  if (/^(?:[bdkz]?a?sh|ksh)$/.test(name)) return ["bash", "-c", text, path];
  if (name === "python") return ["python3", "-c", text];
  if (/^(?:node|deno|bun|javascript)$/.test(name)) return ["node", "-e", text.replace(/^#!.*/, ""), path];
  if (name === "perl" || name === "ruby") return [name, "-e", text, "--"];
  if (name === "php") return ["php", "-r", text.replace(/^(?:#!.*\n)?<\?php/, ""), "--"];
  // Behind a line of its own: a patch may begin like an option.
  if (name === "patch") return ["apply_patch", `\n${headersOf(text)}`];
  if (name !== "sql") return null;
  if (program === "psql") return ["psql", "-c", text];
  return program === "sqlite3" ? ["sqlite3", ":memory:", text] : ["mysql", "-e", text];
}

/** What of a patch says which files it changes: hunks of any length are left out. */
function headersOf(text: string): string {
  return text
    .split("\n")
    .filter((line) => PATCH_HEADER.test(line))
    .join("\n");
}
