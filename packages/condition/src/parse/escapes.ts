import type { IToken } from "chevrotain";
import { quote } from "@gatehouse-hooks/json";
import type { SyntaxProblem } from "./problems.js";
import { isRaw } from "./read-literal.js";
import { String as StringToken } from "./tokens.js";

/**
 * How `parse` takes an escape in a string that JSON does not have, such as `"rm\s"`: `"strict"` refuses it, `"lenient"`
 * drops the backslash, as Mayros does, and warns.
 */
export type Escapes = "strict" | "lenient";

/** The methods whose argument is a pattern, with a separate meaning for backslashes. */
export type PatternMethod = "matches" | "glob";

/** The escapes of a string, in order; the forms of other languages whole, so that a cure can name them. */
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|x[0-9a-fA-F]{2}|[^])/gu;
const KNOWN = /^\\(?:u[0-9a-fA-F]{4}|["'\\/bfnrt])$/;

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ["\\b", "a backspace"],
  ["\\f", "a form feed"],
  ["\\n", "a line feed"],
  ["\\r", "a carriage return"],
  ["\\t", "a tab"],
]);

/** A Windows path with single backslashes. */
const DRIVE = /^["'][A-Za-z]:\\[bfnrt]/;

/** UTF-16 code units of a string that a cure still writes out, quotes included. */
const LONGEST_CURE = 120;

/** One escape as it is written, and its place in the token's text. */
interface Escape {
  readonly text: string;
  readonly at: number;
}

/**
 * What is wrong with the escapes of a condition's strings, at most one problem for each string.
 *
 * @param patterns the methods whose patterns start at these offsets
 */
export function escapeProblems(
  tokens: readonly IToken[],
  patterns: ReadonlyMap<number, PatternMethod>,
  escapes: Escapes,
): readonly SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  for (const token of tokens) {
    if (token.tokenType !== StringToken || !token.image.includes("\\") || isRaw(token.image)) continue;
    const problem = problemOf(token, patterns.get(token.startOffset), escapes);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

function problemOf(
  { image, startOffset }: IToken,
  pattern: PatternMethod | undefined,
  escapes: Escapes,
): SyntaxProblem | undefined {
  const all = [...image.matchAll(ESCAPE)].map(({ 0: text, index }): Escape => ({ text, at: index }));
  const unknown = all.find(({ text }) => !KNOWN.test(text));
  if (unknown !== undefined) {
    const strict = escapes !== "lenient";
    return {
      severity: strict ? "error" : "warning",
      code: "unknown-escape",
      message: strict
        ? `unknown escape ${quote(unknown.text)}, expected one that JSON has`
        : `unknown escape ${quote(unknown.text)}: its backslash is dropped`,
      offset: startOffset + unknown.at,
      cure: unknownCure(image, unknown.text, pattern, strict),
    };
  }
  const control = all.find(({ text }) => isUnmeant(text, image, pattern));
  if (control === undefined) return undefined;
  return {
    severity: "warning",
    code: "control-escape",
    message: `${quote(control.text)} in a string is ${CONTROLS.get(control.text)}, not ${meantBy(control.text, pattern)}`,
    offset: startOffset + control.at,
    cure: bothForms(image, pattern),
  };
}

/** A repeated class with a backslash too many: `\\\\d+` is a backslash and many `d`. */
const DOUBLED = /(?<!\\)(?:\\\\)+([dDsSwW])[+*?{]/;
/** A backslash that changes nothing: globs have escapes for their special characters only. */
const IDLE = /^(?:[^\\]|\\[^A-Za-z0-9])*\\([A-Za-z0-9])/;

/** A valid pattern with a backslash that probably does not mean what its author wanted. */
export function suspectBackslash(
  method: PatternMethod,
  pattern: string,
): { readonly message: string; readonly cure: string } | undefined {
  const letter = (method === "matches" ? DOUBLED : IDLE).exec(pattern)?.[1];
  if (letter === undefined) return undefined;
  return method === "matches"
    ? {
        message: `the pattern has two backslashes before \`${letter}\`: they match one backslash`,
        cure: `for the class write \`r"\\${letter}"\`, or \`"\\\\${letter}"\` in a plain string`,
      }
    : {
        message: `the backslash before \`${letter}\` does nothing in a glob`,
        cure: 'between folders write `/`; a backslash that is matched is `r"\\\\"`',
      };
}

function meantBy(escape: string, pattern: PatternMethod | undefined): string {
  return escape === "\\b" && pattern === "matches" ? "a word boundary" : "a backslash and a letter";
}

/** A control character that JSON's escape gives, where its author more likely wrote a pattern or a path. */
function isUnmeant(escape: string, image: string, pattern: PatternMethod | undefined): boolean {
  if (pattern !== undefined && (escape === "\\b" || escape === "\\f")) return true;
  return DRIVE.test(image) && CONTROLS.has(escape);
}

function unknownCure(
  image: string,
  escape: string,
  pattern: PatternMethod | undefined,
  strict: boolean,
): string {
  if (escape === "\\\n" || escape === "\\\r") return "leave the backslash out: strings may hold line ends";
  if (escape === "\\u") return "write four hexadecimal digits after `\\u`, or `\\\\u` for a backslash";
  const character = pattern === "matches" ? undefined : characterOf(escape);
  if (character !== undefined) return `write \`${character}\``;
  // Mayros' own evaluator reads the same file, and knows no raw strings.
  return strict ? bothForms(image, pattern) : `${doubledForm(image, pattern)}, or leave the backslash out`;
}

/** JSON's escape for a character that is written as in another language; patterns have some of these forms. */
function characterOf(escape: string): string | undefined {
  const digits = escape === "\\0" ? "0" : /^\\(?:x|u\{)([0-9a-fA-F]+)\}?$/.exec(escape)?.[1];
  const code = Number.parseInt(digits ?? "", 16);
  if (!(code <= 0x10ffff)) return undefined;
  return Array.from(
    { length: code > 0xffff ? 2 : 1 },
    (_, i) => `\\u${String.fromCodePoint(code).charCodeAt(i).toString(16).padStart(4, "0")}`,
  ).join("");
}

function bothForms(image: string, pattern: PatternMethod | undefined): string {
  const doubled = doubledForm(image, pattern);
  const raw = rawForm(image, pattern);
  return raw === undefined ? doubled : `${doubled}, or as a raw string ${raw}`;
}

function doubledForm(image: string, pattern: PatternMethod | undefined): string {
  const text = image.replace(ESCAPE, (escape) =>
    KNOWN.test(escape) && !isUnmeant(escape, image, pattern) ? escape : `\\${escape}`,
  );
  const shown = shownWhole(text);
  return shown === undefined ? "double each backslash: `\\\\`" : `write ${shown}`;
}

/** Undefined if a raw string cannot hold the text. */
function rawForm(image: string, pattern: PatternMethod | undefined): string | undefined {
  let holds = true;
  const text = image.slice(1, -1).replace(ESCAPE, (escape) => {
    if (escape === '\\"' || escape === "\\'" || escape === "\\\\" || escape === "\\/") return escape.slice(1);
    // RE2 reads these itself; anywhere else a raw string would change them.
    const same = pattern === "matches" && CONTROLS.has(escape);
    holds &&= same || !KNOWN.test(escape) || isUnmeant(escape, image, pattern);
    return escape;
  });
  const own = image.startsWith("'") ? "'" : '"';
  const mark = text.includes(own) ? (own === '"' ? "'" : '"') : own;
  if (!holds || text.includes(mark)) return undefined;
  return shownWhole(`r${mark}${text}${mark}`);
}

/** Nothing for a string that cannot be copied from a message: one that is long, or has characters that are not shown. */
function shownWhole(text: string): string | undefined {
  const shown = quote(text, LONGEST_CURE);
  return shown === `\`${text}\`` ? shown : undefined;
}
