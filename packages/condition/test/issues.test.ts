import { readFileSync } from "node:fs";
import { parse } from "@gatehouse-hooks/condition";
import { expect, test } from "vitest";

const numbersCure = "write numbers as in JSON, for example `3`, `-0.5` or `1e6`";
const methodList =
  "methods are includes, startsWith, endsWith, matches, glob, touches, within, in, surely, perhaps, lower, upper, trim, size, any, all";
const anyCure = 'write for example `params.items.any(item, item == "a")`';
const includesCure = 'write for example `params.command.includes("git")`';
const hasCure = "write for example `has(params.path)`";
const namesCure = "names consist of ASCII letters, digits and `_`; blanks are space, tab and line ends";
const suffixCure = "only a name, a string, a list or a call is followed by `.` or `[`";
const pairCure = "a comparison has two sides; join comparisons with `&&` or `||`";

/** `[text, code, line:column, message, cure]`: the first issue. */
const rows: readonly (readonly [string, string, string, string, string | undefined])[] = [
  ['toolName === "exec"', "illegal-character", "1:12", "unexpected `=`", "write `==`"],
  ['toolName !== "exec"', "illegal-character", "1:12", "unexpected `=`", "write `!=`"],
  ['toolName = "exec"', "illegal-character", "1:10", "unexpected `=`", "write `==` to compare"],
  ["a & b", "illegal-character", "1:3", "unexpected `&`", "write `&&`"],
  [
    "a ?? b",
    "illegal-character",
    "1:3",
    "unexpected `??`",
    "there is no `??`; a missing property is false by itself",
  ],
  ["a?.b", "illegal-character", "1:2", "unexpected `?`", "write `.`; a missing property is false by itself"],
  ['a =~ "x"', "illegal-character", "1:3", "unexpected `=~`", 'write `.matches("…")`'],
  ["“x”", "illegal-character", "1:1", "unexpected `“`", "write strings in `\"` or `'`"],
  ["a\u00a0== b", "illegal-character", "1:2", "unexpected `\\u{a0}`", namesCure],
  ["a \u0007\u001b[31m", "illegal-character", "1:3", "unexpected `\\u{7}\\u{1b}`", namesCure],
  ["a\r\n\t&&\ré", "illegal-character", "3:1", "unexpected `é`", namesCure],
  [
    "params.dry-run",
    "illegal-character",
    "1:11",
    "unexpected `-`",
    'there is no arithmetic; a property with a dash is written `["…"]`',
  ],
  ['toolName == "exec', "open-string", "1:13", "a string without its closing quote", 'close it with `"`'],
  ["x == 'it", "open-string", "1:6", "a string without its closing quote", "close it with `'`"],
  ["n == 03", "bad-number", "1:6", "`03` is not a number", numbersCure],
  ["n == 3n", "bad-number", "1:6", "`3n` is not a number", numbersCure],
  ["n == .5", "bad-number", "1:6", "`.5` is not a number", numbersCure],
  ["n == 1e999", "bad-number", "1:6", "`1e999` is out of range", "use a smaller number"],
  [
    "n == 9007199254740993",
    "bad-number",
    "1:6",
    "`9007199254740993` cannot be kept exactly",
    "whole numbers go up to 9007199254740991",
  ],
  [
    'toolName == "exec" and x',
    "syntax",
    "1:20",
    "expected an operator or the end, found `and`",
    "write `&&`",
  ],
  ["not a", "syntax", "1:5", "expected an operator or the end, found `a`", "write `!`"],
  ["a <> b", "syntax", "1:4", "expected a value, found `>`", "write `!=`"],
  ["a == b == c", "syntax", "1:8", "expected an operator or the end, found `==`", pairCure],
  ["a == !b", "syntax", "1:6", "expected a value, found `!`", "put the negation in parentheses"],
  ["a\n  && b ==\n", "syntax", "3:1", "expected a value, found the end", undefined],
  ["(a", "syntax", "1:3", "expected `)`, found the end", undefined],
  [
    "a)",
    "syntax",
    "1:2",
    "expected an operator or the end, found `)`",
    "a value is missing before it, or the `(` for it",
  ],
  ["a..b", "syntax", "1:3", "expected a name, found `.`", suffixCure],
  ["(a).b", "syntax", "1:4", "expected an operator or the end, found `.`", suffixCure],
  ["items.0", "syntax", "1:6", "expected an operator or the end, found `.0`", "write `[0]`"],
  ["items[x]", "syntax", "1:7", "expected a string or a whole number, found `x`", undefined],
  ["params.true", "reserved-property", "1:8", "`true` cannot follow a dot", 'write `["true"]`'],
  ["items[01]", "bad-number", "1:7", "`01` is not a number", numbersCure],
  ["items[1e999]", "bad-number", "1:7", "`1e999` is out of range", "use a smaller number"],
  [
    "items[9007199254740992]",
    "bad-number",
    "1:7",
    "`9007199254740992` cannot be kept exactly",
    "whole numbers go up to 9007199254740991",
  ],
  [
    'x.matches("[")',
    "bad-pattern",
    "1:11",
    "the pattern of `matches` is not valid: missing closing ]",
    "patterns have RE2 syntax: no look-around, no back-references",
  ],
  ["items[1.5]", "bad-index", "1:7", "`1.5` is not a whole number", "count from 0: `[0]`"],
  [
    'toolName.include("x")',
    "unknown-method",
    "1:10",
    "there is no method `include`",
    "did you mean `includes`?",
  ],
  [
    'toolName.toLowerCase("x")',
    "unknown-method",
    "1:10",
    "there is no method `toLowerCase`",
    "did you mean `lower`?",
  ],
  ['toolName.frobnicate("x")', "unknown-method", "1:10", "there is no method `frobnicate`", methodList],
  [
    'includes("x")',
    "unknown-function",
    "1:1",
    "there is no function `includes`",
    "write the value first: `params.command.includes(…)`",
  ],
  ["hass(x)", "unknown-function", "1:1", "there is no function `hass`", "did you mean `has`?"],
  [
    "f()",
    "unknown-function",
    "1:1",
    "there is no function `f`",
    "only `has(…)` and the methods after a dot can be called",
  ],
  ["x.includes()", "wrong-arguments", "1:3", "`includes` takes one argument, found 0", includesCure],
  ["x.lower(y)", "wrong-arguments", "1:3", "`lower` takes no argument, found 1", "write `.lower()`"],
  ["x.any(y)", "wrong-arguments", "1:3", "`any` takes a name and a condition", anyCure],
  [
    "x.includes(a == b)",
    "argument-not-operand",
    "1:12",
    "the argument of `includes` is a whole condition",
    includesCure,
  ],
  ['x.any("a", b)', "bad-variable", "1:7", "the first argument of `any` is a name for the element", anyCure],
  ['has("a")', "bad-has", "1:1", "`has` takes one property", hasCure],
  [
    "x.matches(y)",
    "pattern-not-literal",
    "1:11",
    "the pattern of `matches` must be a string literal",
    'write for example `params.command.matches("^git +push")`',
  ],
  [
    'x.matches("(")',
    "bad-pattern",
    "1:11",
    "the pattern of `matches` is not valid: missing closing )",
    "patterns have RE2 syntax: no look-around, no back-references",
  ],
  [
    'x.glob("[a")',
    "bad-pattern",
    "1:8",
    "the pattern of `glob` is not valid: a `[` without `]`",
    'write for example `params.path.glob("src/**/*.ts")`',
  ],
  [
    '(toolName) == "exec"',
    "parenthesised-operand",
    "1:1",
    "a value in parentheses is true or false, so `==` compares that",
    "leave the parentheses out",
  ],
  [
    'toolName == "exec" || "bash"',
    "constant-operand",
    "1:23",
    "this is a value, not a comparison: it counts as true for every event",
    'write `… || toolName == "bash"`',
  ],
  [
    'x in "xyz"',
    "in-without-list",
    "1:6",
    "`in` looks for an element of a list, and this is none: it never holds",
    "for a part of a string write `.includes(…)`",
  ],
  [
    'params.path.touches("~/.ssh/**")',
    "not-a-path-fact",
    "1:1",
    "`touches` is of path facts, and this is a value of the event: it never holds",
    'write `facts.writes.any(w, w.touches("…"))`; for a string write `.glob("…")`',
  ],
  ["x == True", "foreign-word", "1:6", "`True` is the name of a property here", "write `true`"],
  [
    String.raw`x == "\d"`,
    "unknown-escape",
    "1:7",
    "unknown escape `\\d`: its backslash is dropped",
    'write `"\\\\d"`, or leave the backslash out',
  ],
  [
    String.raw`x.matches("\brm")`,
    "control-escape",
    "1:12",
    "`\\b` in a string is a backspace, not a word boundary",
    'write `"\\\\brm"`, or as a raw string `r"\\brm"`',
  ],
  [
    String.raw`x.matches(r"\\d+")`,
    "suspect-backslash",
    "1:11",
    "the pattern has two backslashes before `d`: they match one backslash",
    'for the class write `r"\\d"`, or `"\\\\d"` in a plain string',
  ],
  [`a${" || a".repeat(1_000)}`, "too-many-tokens", "1:5001", "more than 2000 tokens", "split the condition"],
  [
    `${"(".repeat(101)}a${")".repeat(101)}`,
    "too-deep",
    "1:101",
    "nested deeper than 100 levels",
    "split the condition",
  ],
  [
    `a${".a".repeat(101)}`,
    "too-long-chain",
    "1:202",
    "a chain of more than 100 suffixes",
    "read fewer levels",
  ],
  ["x".repeat(16_385), "too-long", "1:1", "longer than 16384 characters", "split the condition"],
  [
    "a.any(a, b.any(b, c.any(c, d.any(d, e))))",
    "too-many-loops",
    "1:28",
    "`any` and `all` within each other more than 3 times",
    "split the condition",
  ],
];

test.each(rows)("%j", (text, code, place, message, cure) => {
  const { ast, issues } = parse(text);
  const [first] = issues;
  expect({ ...first, place: `${first?.line}:${first?.column}` }).toMatchObject({ code, place, message });
  expect(first?.cure).toBe(cure);
  expect(ast === null).toBe(first?.severity === "error");
});

test("every code of the table in SPEC.md is shown here, and no other", () => {
  const spec = readFileSync(new URL("../SPEC.md", import.meta.url), "utf8");
  const section = spec.slice(spec.indexOf("## Issues"), spec.indexOf("## AST"));
  const listed = [...section.matchAll(/^\| (`[a-z-]+`(?:, `[a-z-]+`)*)\s+\|/gm)].flatMap(([, codes = ""]) =>
    codes.split(", ").map((code) => code.slice(1, -1)),
  );
  // Not of texts: a value that is no text, a stored AST.
  const shown = new Set([...rows.map(([, code]) => code), "not-text", "bad-ast", "no-pattern-engine"]);
  expect(new Set(listed)).toEqual(shown);
});

test("a limit counts what is open at one place, not what was closed before", () => {
  for (const text of [
    Array.from({ length: 300 }, () => "!a").join(" && "),
    Array.from({ length: 300 }, () => "(a)").join(" || "),
    `x in [${Array.from({ length: 150 }, () => "[1]").join()}]`,
    Array.from({ length: 150 }, () => "a.b.c.d").join(" || "),
    `${"!".repeat(100)}a`,
    `${"(".repeat(100)}a${")".repeat(100)}`,
    `a${".a".repeat(100)}`,
    "a.any(a, b.any(b, c.any(c, d))) && a.any(a, b.any(b, c.any(c, d)))",
  ]) {
    expect(parse(text).issues).toEqual([]);
  }
});

test("chains within lists within chains are counted together", () => {
  const deep = Array.from({ length: 8 }).reduce<string>((inner) => `[${inner}]${".a".repeat(70)}`, "a");
  expect(parse(deep)).toMatchObject({
    ast: null,
    issues: [{ code: "too-deep", message: "nested too deep" }],
  });
});

test("several problems are reported together, by place", () => {
  const codes = parse('a.foo("x") && b.includes() || c.matches("(") || (d) == 1').issues.map(
    (issue) => issue.code,
  );
  expect(codes).toEqual(["unknown-method", "wrong-arguments", "bad-pattern", "parenthesised-operand"]);
});

test("at most 20 issues are reported", () => {
  expect(parse("@a ".repeat(100)).issues.length).toBe(20);
});

test("a message shows at most 40 characters of the text", () => {
  const [issue] = parse(`a ${"b".repeat(100)}`).issues;
  expect(issue?.message).toBe(`expected an operator or the end, found \`${"b".repeat(40)}…\``);
});

test("blank text is no condition and always holds", () => {
  for (const text of ["", " ", "\t\r\n", "\u00a0\ufeff\f", " ".repeat(2_000_000)]) {
    expect(parse(text)).toEqual({ ast: { kind: "literal", value: true, span: [0, 0] }, issues: [] });
  }
});
