import { codePoint } from "../text/cite.js";
import type { YamlProblem } from "./guard-yaml.js";
import { indentationProblem } from "./indentation-problem.js";

/** One line of a file. */
interface Line {
  readonly start: number;
  readonly text: string;
}

/** What a merge leaves behind where two versions differ. */
const MERGE = /^(?:<{7}|>{7}|\|{7})(?:\s|$)|^={7}$/;
const TAB = /^ *\t/;
/** Blanks that YAML does not count as such, where a blank is needed: at the start of a line, after a colon or a dash. */
const WIDE_BLANK =
  /^(?:[ \t]*(?:- *)*(?:[\w-]+:)? *)([\u00a0\u1680\u2000-\u200b\u200e\u200f\u202f\u205f\u2060\u3000\ufeff])/;
const NO_BLANK = /^ *(?:- +)*[A-Za-z_][\w-]*:(?=[^\s:/\\])/;
/** A value that begins with a quote and continues after the closing one. */
const QUOTE_FIRST = /^ *(?:- +)*[A-Za-z_][\w-]*: +(?=(["']))/;

/**
 * The most probable reason why a file is not YAML. A parser tells where it could not go on, which is often a line after the mistake;
 * common mistakes are looked for in the lines up to there.
 *
 * @param problem the first one that the parser found
 */
export function causeOf(text: string, problem: YamlProblem): YamlProblem {
  const lines = linesUpTo(text, problem.offset);
  return (
    mergeMarker(text) ??
    tab(lines) ??
    wideBlank(lines) ??
    missingBlank(lines) ??
    // A value that goes on in the next line is reported where it begins.
    (problem.code === "yaml-syntax"
      ? indentationProblem(linesUpTo(text, endOfNextLine(text, problem)))
      : null) ??
    quoteFirst(lines, problem) ??
    problem
  );
}

function mergeMarker(text: string): YamlProblem | null {
  const line = linesUpTo(text, text.length).find((one) => MERGE.test(one.text));
  if (line === undefined) return null;
  return syntax(
    line.start,
    "a mark of a merge that was not finished",
    "keep one of the two versions, and remove the lines `<<<<<<<`, `=======` and `>>>>>>>`",
  );
}

function tab(lines: readonly Line[]): YamlProblem | null {
  const line = lines.find((one) => TAB.test(one.text) && one.text.trim() !== "");
  if (line === undefined) return null;
  return syntax(line.start + line.text.indexOf("\t"), "a tab is used as indentation", "indent with blanks");
}

function wideBlank(lines: readonly Line[]): YamlProblem | null {
  for (const { start, text } of lines) {
    const match = WIDE_BLANK.exec(text);
    const [whole = "", character = ""] = match ?? [];
    if (character === "") continue;
    return {
      offset: start + whole.length - 1,
      code: "invisible-character",
      message: `the character ${codePoint(character)} is where YAML needs a blank`,
      cure: "write an ordinary blank in its place",
    };
  }
  return null;
}

function missingBlank(lines: readonly Line[]): YamlProblem | null {
  for (const { start, text } of lines) {
    const match = NO_BLANK.exec(text);
    if (match === null) continue;
    return syntax(start + match[0].length, "a blank must follow the colon", "write `key: value`");
  }
  return null;
}

function quoteFirst(lines: readonly Line[], problem: YamlProblem): YamlProblem | null {
  const line = lines.at(-1);
  const match = line === undefined ? null : QUOTE_FIRST.exec(line.text);
  if (line === undefined || match === null || problem.code !== "yaml-syntax") return null;
  const [whole, mark = '"'] = match;
  const end = line.text.indexOf(mark, whole.length + 1);
  if (end < 0 || /^\s*(?:#|$)/.test(line.text.slice(end + 1))) return null;
  return syntax(
    line.start + whole.length,
    "a value that begins with a quote ends at the next one, and text follows it",
    mark === '"' ? "put the whole value into single quotes" : "put the whole value into double quotes",
  );
}

/** The lines from the start to the one with an offset. */
function linesUpTo(text: string, offset: number): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= offset && start <= text.length;) {
    const next = text.indexOf("\n", start);
    const end = next < 0 ? text.length : next;
    lines.push({ start, text: text.slice(start, end) });
    start = end + 1;
  }
  return lines;
}

function endOfNextLine(text: string, { offset }: YamlProblem): number {
  const end = text.indexOf("\n", offset);
  const next = end < 0 ? -1 : text.indexOf("\n", end + 1);
  return next < 0 ? text.length : next;
}

function syntax(offset: number, message: string, cure: string): YamlProblem {
  return { offset, code: "yaml-syntax", message, cure };
}
