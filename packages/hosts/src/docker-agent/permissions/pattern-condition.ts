import { compile, parse } from "@gatehouse-hooks/condition";
import { NAMELESS } from "../matcher.js";
import { readPermissionGlob, type ReadGlob } from "./glob.js";
import { NO_OBJECT, parsePattern } from "./pattern.js";

/** The text of a condition on a tool call, and why a part of the pattern is invalid. */
interface PatternCondition {
  /** `null` when the pattern allows and a part of it is invalid: it then allows nothing. */
  readonly text: string | null;
  readonly invalid: string | null;
}

type Side = "strict" | "loose";

const NUMBER = /^-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?$/;

/**
 * The condition that a permission pattern means. What a condition cannot compare as docker-agent does (a name that is
 * not a string, arguments that are not an object, a number or a list against a glob, an invalid glob) matches where that is
 * the strict side, and does not match where it would allow.
 *
 * @param side `strict` for deny and ask, `loose` for allow
 */
export function patternCondition(pattern: string, side: Side): PatternCondition {
  const { tool, args } = parsePattern(pattern);
  const globs = [tool, ...args.map(({ glob }) => glob)].map(readPermissionGlob);
  const reasons = globs.flatMap((glob) => (glob.kind === "invalid" ? [glob.reason] : []));
  const [invalid = null] = reasons;
  if (invalid !== null && side === "loose") return { text: null, invalid };
  const terms = globs.flatMap((glob, index) => {
    // Without the part that cannot be read, the pattern matches more: the strict side.
    if (glob.kind === "invalid") return [];
    const key = args[index - 1]?.key;
    if (key === undefined) return [toolCondition(glob.regex, side)];
    return [argumentCondition(`tool_input[${JSON.stringify(key)}]`, glob, side)];
  });
  const text = terms.length === 0 ? "true" : terms.join(" && ");
  const { ast, issues } = parse(text);
  if (ast !== null) return { text: terms.length > 1 ? `(${text})` : text, invalid };
  const reason = issues[0]?.message ?? "not a valid pattern";
  return { text: side === "strict" ? "true" : null, invalid: invalid ?? reason };
}

function toolCondition(regex: string, side: Side): string {
  const named = matches("tool_name", regex);
  return side === "strict" ? `(${named} || ${NAMELESS})` : named;
}

function argumentCondition(
  path: string,
  { regex, literal }: Extract<ReadGlob, { readonly kind: "glob" }>,
  side: Side,
): string {
  const strict = side === "strict" ? [NO_OBJECT] : [];
  if (regex === "(?is)^(?:.*)$") return anyOf([`has(${path})`, ...strict]);
  const terms = [matches(path, regex)];
  // docker-agent compares the text of a value: `true`, `42`, `[a b]`.
  for (const word of ["true", "false"] as const) {
    if (isMatch(regex, word)) terms.push(`${path} == ${word}`);
  }
  if (literal !== null && NUMBER.test(literal)) terms.push(`${path} == ${literal}`);
  if (side === "strict" && (literal === null || /^(?:\[|map\[|<nil>)/.test(literal))) {
    terms.push(`(has(${path}) && !(${path} >= "") && ${path} != true && ${path} != false)`);
  }
  return anyOf([...terms, ...strict]);
}

function anyOf(terms: readonly string[]): string {
  return terms.length > 1 ? `(${terms.join(" || ")})` : (terms[0] ?? "");
}

function matches(path: string, regex: string): string {
  return `${path}.matches(${JSON.stringify(regex)})`;
}

function isMatch(regex: string, text: string): boolean {
  const { ast } = parse(matches("text", regex));
  return ast !== null && compile(ast)({ text }) === true;
}
