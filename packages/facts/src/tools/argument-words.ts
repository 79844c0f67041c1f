import { type ArgumentKind, KIND_WORDS } from "./spoken-by-tools.table.js";

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const BY_LAST = new Map(
  KIND_WORDS.flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind] as const)),
);
/** And by its last two. */
const BY_TWO: readonly (readonly [ArgumentKind, RegExp])[] = [
  ["command", /^command lines?$/],
  ["cwd", /^(?:working|work|current) (?:dir|directory|folder|path)$/],
  ["patch", /^patch text$/],
  ["to", /^(?:save|saved|write|export|download|store|render|print) (?:to|as|at|in|into)$/],
  ["names", /^(?:file|include|glob|path|filename) (?:pattern|patterns|glob|globs|filter)$/],
];

const FROM = set("source sources src from old input in origin");
const TO = set("destination dest dst to new output out save");
const ALONE_FROM = set("source src from");
const ALONE_TO = set("destination dest dst to out output outfile");
/** Verbs and directions that names have before `file`, `path` or `dir` without a sign between. */
const JOINED =
  /^(read|write|edit|delete|create|remove|list|open|save|copy|move|rename|get|put|source|src|target|dest|destination|output|out|input|in|full|abs|absolute|relative|old|new|send|run|exec|make|rm|work)(files?|filenames?|paths?|dirs?|directory|folders?|keys|command|line)$/;

/** The words of a name: `filePath`, `file_path`, `FILE-PATH` and `filepath` have the same. */
export function nameWords(name: string): readonly string[] {
  return name
    .slice(0, 200)
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .flatMap((word) => JOINED.exec(word)?.slice(1) ?? [word]);
}

/** What an argument may be; an address is told from a path by its value. */
export function argumentKind(name: string): ArgumentKind {
  const words = nameWords(name);
  const [first = ""] = words;
  const last = words.at(-1) ?? "";
  const two = words.slice(-2).join(" ");
  const found = BY_TWO.find(([, form]) => form.test(two));
  if (found !== undefined) return found[0];
  const isAlone = words.length === 1;
  const kind = BY_LAST.get(last) ?? null;
  const isDirected = (of: ReadonlySet<string>, alone: ReadonlySet<string>): boolean =>
    isAlone ? alone.has(last) : kind === "path" && of.has(first);
  if (isDirected(FROM, ALONE_FROM)) return "from";
  return isDirected(TO, ALONE_TO) ? "to" : kind;
}
