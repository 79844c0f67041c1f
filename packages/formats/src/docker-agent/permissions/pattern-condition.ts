import { compile, parse } from "@gatehouse/condition";
import { readGlob, type ReadGlob } from "./glob.js";
import { parsePattern } from "./pattern.js";

/** A pattern as the text of a condition on a tool call, or why it is none. */
export type PatternCondition =
  | { readonly kind: "condition"; readonly text: string }
  | { readonly kind: "invalid"; readonly reason: string };

const NUMBER = /^-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?$/;

/**
 * The condition that a permission pattern stands for. What a condition cannot compare as docker-agent does (a number or a
 * list against a glob) matches where that is the strict side, and does not match where it would allow.
 *
 * @param side `strict` for deny and ask, `loose` for allow
 */
export function patternCondition(pattern: string, side: "strict" | "loose"): PatternCondition {
  const { tool, args } = parsePattern(pattern);
  const globs = [tool, ...args.map(({ glob }) => glob)].map(readGlob);
  const terms: string[] = [];
  for (const [index, glob] of globs.entries()) {
    if (glob.kind === "invalid") return glob;
    const key = args[index - 1]?.key;
    terms.push(
      key === undefined
        ? matches("tool_name", glob.regex)
        : argumentCondition(`tool_input[${JSON.stringify(key)}]`, glob, side),
    );
  }
  const text = terms.join(" && ");
  const { ast, issues } = parse(text);
  return ast === null
    ? { kind: "invalid", reason: issues[0]?.message ?? "not a valid pattern" }
    : { kind: "condition", text: terms.length > 1 ? `(${text})` : text };
}

function argumentCondition(
  path: string,
  { regex, literal }: Extract<ReadGlob, { readonly kind: "glob" }>,
  side: "strict" | "loose",
): string {
  if (regex === "(?is)^(?:.*)$") return `has(${path})`;
  const terms = [matches(path, regex)];
  // docker-agent compares the text of a value: `true`, `42`, `[a b]`.
  for (const word of ["true", "false"] as const) {
    if (isMatch(regex, word)) terms.push(`${path} == ${word}`);
  }
  if (literal !== null && NUMBER.test(literal)) terms.push(`${path} == ${literal}`);
  if (side === "strict" && (literal === null || /^(?:\[|map\[|<nil>)/.test(literal))) {
    terms.push(`(has(${path}) && !(${path} >= "") && ${path} != true && ${path} != false)`);
  }
  return terms.length > 1 ? `(${terms.join(" || ")})` : (terms[0] ?? "");
}

function matches(path: string, regex: string): string {
  return `${path}.matches(${JSON.stringify(regex)})`;
}

function isMatch(regex: string, text: string): boolean {
  const { ast } = parse(matches("text", regex));
  return ast !== null && compile(ast)({ text }) === true;
}
