import { own } from "@gatehouse-hooks/json";
import { type SqlTable, sqlEffect, sqlStatements, tablesIn } from "@gatehouse-hooks/languages";
import { argumentKind } from "./argument-words.js";
import { quoteWord } from "../code/quote-word.js";
import { DATABASES, LANGUAGES, PROGRAMS, TERMINAL_WORDS } from "./spoken-by-tools.table.js";

/** The most strings of one argument. */
const MAX_TEXTS = 200;

/** What a shell would run of a call that has no command line, as command lines. */
export interface GuessedLines {
  readonly lines: readonly string[];
  /** Statements of SQL that change a database, with the kind of the action. */
  readonly statements: readonly { readonly kind: "db.destroy" | "db.write"; readonly text: string }[];
  /** Tables that statements name. */
  readonly tables: readonly SqlTable[];
}

/**
 * What a tool that no table has may run, beside what is called a command: words without a program, code, what is typed into a terminal, a
 * push of git, statements for a database.
 *
 * @param words those of the tool's own name
 * @param all those of its whole name, the server's with them
 */
export function guessedLines(
  words: ReadonlySet<string>,
  all: ReadonlySet<string>,
  params: object,
): GuessedLines {
  const lines: string[] = [];
  const statements: { kind: "db.destroy" | "db.write"; text: string }[] = [];
  const tables: SqlTable[] = [];
  const isTerminal = [...all].some((word) => TERMINAL_WORDS.has(word));
  const isDatabase = [...all].some((word) => DATABASES.has(word));
  const keys = Object.keys(params).slice(0, MAX_TEXTS);
  const hasCommand = keys.some((key) => argumentKind(key) === "command");
  for (const key of keys) {
    const kind = argumentKind(key);
    const texts = textsOf(own(params, key));
    if (kind === "code") lines.push(...texts.flatMap((text) => codeLines(text, languagesOf(all, params))));
    else if (kind === "typed" && isTerminal) lines.push(...texts);
    else if (kind === "sql" || (kind === "query" && isDatabase)) {
      statements.push(...texts.flatMap(changesOf));
      tables.push(...texts.flatMap((text) => tablesIn(text.slice(0, MAX_SQL))));
    } else if (kind === "command") lines.push(...listedLines(key, own(params, key)));
    else if (isArguments(key) && !hasCommand && texts.length > 0 && !texts[0]?.startsWith("-"))
      lines.push(texts.map(quoteWord).join(" "));
  }
  const stated = [pushLine(words, all, params), killLine(words, params)].filter((line) => line !== null);
  return { lines: [...lines, ...stated], statements, tables };
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_TEXTS).filter((one) => typeof one === "string");
}

function isArguments(key: string): boolean {
  return /^(?:args|arguments|argument_?list)$/i.test(key);
}

/** The commands of a list that is said to have several: each of them is a line. */
function listedLines(key: string, value: unknown): readonly string[] {
  return Array.isArray(value) && /s$/i.test(key) ? textsOf(value) : [];
}

/** The languages that code may be in: the one that is named, else those that a tool without one may take. */
function languagesOf(all: ReadonlySet<string>, params: object): readonly string[] {
  for (const key of ["language", "lang", "runtime", "interpreter", "kernel"]) {
    const value = own(params, key);
    if (typeof value !== "string") continue;
    const language = LANGUAGES.get(value.toLowerCase().replace(/[\d.]+$/, ""));
    return language === undefined ? Object.keys(PROGRAMS) : [language];
  }
  const named = [...all].flatMap((word) => LANGUAGES.get(word) ?? []);
  return named.length > 0 ? named : ["shell", "python", "node"];
}

function codeLines(text: string, languages: readonly string[]): readonly string[] {
  return languages.map((language) => {
    const program = PROGRAMS[language] ?? "";
    return program === "" ? text : `${program} ${quoteWord(text)}`;
  });
}

function changesOf(
  text: string,
): readonly { readonly kind: "db.destroy" | "db.write"; readonly text: string }[] {
  return sqlStatements(text.slice(0, MAX_SQL)).flatMap((statement) => {
    const effect = sqlEffect(statement);
    const kind = effect === "destroy" ? "db.destroy" : effect === "write" ? "db.write" : null;
    return kind === null ? [] : [{ kind, text: statement.trim().slice(0, 200) } as const];
  });
}

const MAX_SQL = 20_000;

/** A tool that ends processes, as the command that it stands for. */
function killLine(words: ReadonlySet<string>, params: object): string | null {
  if (!words.has("kill") && !(words.has("process") && (words.has("terminate") || words.has("stop"))))
    return null;
  const pid = ["pid", "processId", "process_id"]
    .map((name) => own(params, name))
    .find((one) => one !== undefined);
  if (typeof pid === "number" || typeof pid === "string") return `kill -9 ${quoteWord(String(pid))}`;
  const [name] = ["name", "processName", "process_name", "pattern"].flatMap((one) =>
    textsOf(own(params, one)),
  );
  return name === undefined ? null : `pkill -f ${quoteWord(name)}`;
}

/** A tool that pushes with git, as the command that it stands for. */
function pushLine(words: ReadonlySet<string>, all: ReadonlySet<string>, params: object): string | null {
  if (!words.has("push") || !(all.has("git") || words.size === 1)) return null;
  const text = (...names: readonly string[]): string | undefined =>
    names.flatMap((name) => textsOf(own(params, name))).find((value) => value !== "");
  const isForced = ["force", "forcePush", "force_push"].some((name) => own(params, name) === true);
  const remote = text("remote", "remote_name", "remoteName");
  const branch = text("branch", "ref", "refspec", "branch_name", "branchName");
  const args = own(params, "args") ?? own(params, "arguments") ?? own(params, "options");
  const given = [
    ...(isForced ? ["--force"] : []),
    ...textsOf(args).filter((one) => one !== ""),
    ...(remote !== undefined || branch !== undefined ? [remote ?? "origin"] : []),
    ...(branch === undefined ? [] : [branch]),
  ];
  return `git push${given.map((one) => ` ${quoteWord(one)}`).join("")}`;
}
