import { parse } from "@gatehouse-hooks/condition";

const MARKS = /[\\^$.*+?()[\]{}|]/g;

/** The regular expression of RE2 that matches exactly this text. */
export function regexLiteral(text: string): string {
  return text.replace(MARKS, String.raw`\$&`).replaceAll("\n", String.raw`\n`);
}

/** The condition that a regular expression matches somewhere in a value; raw where that is readable. */
export function matchesCondition(value: string, regex: string): string {
  const quote = regex.includes('"') ? "'" : '"';
  const isRaw = regex.includes("\\") && !regex.includes(quote) && !/[\n\r]/.test(regex);
  return `${value}.matches(${isRaw ? `r${quote}${regex}${quote}` : JSON.stringify(regex)})`;
}

/** A regular expression of Python's `re` as one of RE2, or why it cannot be one. */
type TranslatedRegex =
  | { readonly kind: "regex"; readonly regex: string; readonly isExact: boolean }
  | { readonly kind: "none"; readonly reason: string };

const MOST = 2_000;
/** Letters that Python knows behind a backslash; another one is an error there. */
const KNOWN = /[AbBdDsSwWZafnrtvx0-9uU]/;
/** What means more characters in Python than in RE2. */
const BEYOND_ASCII = /[bBdDsSwW]/;

/**
 * Translates what is written otherwise: `\Z`, `\uXXXX`, `{,n}`, `\b` in a class, and `$`, which in Python also matches before a
 * last line break. What RE2 does not have, such as look-around and back-references, is told.
 *
 * @param flags put before the expression, such as `(?i)`
 */
export function pythonRegex(pattern: string, flags: string): TranslatedRegex {
  if (pattern.length > MOST)
    return { kind: "none", reason: `the expression is longer than ${MOST} characters` };
  const isMultiline = /^\(\?[aiLmsux]*m/.test(pattern);
  let regex = "";
  let isClass = false;
  let isExact = true;
  for (let at = 0; at < pattern.length; at++) {
    const one = pattern[at] ?? "";
    if (one === "\\") {
      const read = escapeOf(pattern.slice(at + 1, at + 10), isClass);
      if ("reason" in read) return { kind: "none", reason: `Python refuses the expression: ${read.reason}` };
      regex += read.regex;
      isExact &&= !BEYOND_ASCII.test(pattern[at + 1] ?? "");
      at += read.length;
    } else if (isClass) {
      const isFirst = pattern[at - 1] === "[" || (pattern[at - 1] === "^" && pattern[at - 2] === "[");
      isClass = one !== "]" || isFirst;
      // In RE2 a bracket and a colon begin a class by name.
      regex += one === "[" ? "\\[" : one;
    } else {
      isClass = one === "[";
      regex += outside(one, pattern[at + 1], isMultiline);
    }
  }
  const whole = flags + regex;
  const { issues } = parse(matchesCondition("x", whole), { escapes: "strict" });
  return issues.some(({ severity }) => severity === "error")
    ? {
        kind: "none",
        reason:
          "the expression is none of RE2, whose time is linear: it has look-around, a back-reference, a possessive or conditional part, or is not closed",
      }
    : { kind: "regex", regex: whole, isExact };
}

type ReadEscape = { readonly regex: string; readonly length: number } | { readonly reason: string };

/** What is behind a backslash, and how many characters of the pattern it is. */
function escapeOf(text: string, isClass: boolean): ReadEscape {
  const next = text[0] ?? "";
  if (next === "" || (/[A-Za-z0-9]/.test(next) && !KNOWN.test(next)))
    return { reason: "a backslash before what is no escape" };
  if (next === "u" || next === "U") {
    const [code] = (next === "u" ? /^[0-9a-fA-F]{4}/ : /^[0-9a-fA-F]{8}/).exec(text.slice(1)) ?? [];
    return code === undefined
      ? { reason: "an escape without its digits" }
      : { regex: `\\x{${code}}`, length: 1 + code.length };
  }
  const regex = next === "Z" ? "\\z" : next === "b" && isClass ? "\\x08" : `\\${next}`;
  return { regex, length: 1 };
}

/** A character outside of classes. */
function outside(one: string, next: string | undefined, isMultiline: boolean): string {
  if (one === "$" && !isMultiline) return "(?:\\n?\\z)";
  return one === "{" && next === "," ? "{0" : one;
}
