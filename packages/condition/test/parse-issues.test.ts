import { parse } from "@gatehouse-hooks/condition";
import { describe, expect, test } from "vitest";

/** `[line:column, code, cure]` of each issue. */
function issuesOf(text: string): unknown[] {
  return parse(text).issues.map(({ line, column, code, cure }) => [`${line}:${column}`, code, cure]);
}

const strings = "write strings in `\"` or `'`";
const objects = "objects cannot be written";
const arithmetic = "there is no arithmetic";
const absent = "a missing property is false by itself";
const pair = "a comparison has two sides; join comparisons with `&&` or `||`";
const negation = "put the negation in parentheses";
const suffix = "only a name, a string, a list or a call is followed by `.` or `[`";
const callee = "only `has` and the methods after a dot are called";
const missing = "a value is missing before it, or the `(` for it";
const names = "names consist of ASCII letters, digits and `_`; blanks are space, tab and line ends";
const dash = 'there is no arithmetic; a property with a dash is written `["…"]`';

describe("what other languages write is told in the words of this one", () => {
  test.each<readonly [text: string, place: string, code: string, cure: string]>([
    ["a and b", "1:3", "syntax", "write `&&`"],
    ["a or b", "1:3", "syntax", "write `||`"],
    ["not a", "1:5", "syntax", "write `!`"],
    ["not (a)", "1:1", "unknown-function", "write `!`"],
    ["a not in b", "1:3", "syntax", "put the negation in front, around the comparison: `!(a in b)`"],
    ["a is b", "1:3", "syntax", "write `==`"],
    ["a equals b", "1:3", "syntax", "write `==`"],
    ["a eq b", "1:3", "syntax", "write `==`"],
    ["a ne b", "1:3", "syntax", "write `!=`"],
    ['a contains "b"', "1:3", "syntax", 'write `.includes("…")`'],
    ['a includes "b"', "1:3", "syntax", 'write `.includes("…")`'],
    ['a startsWith "b"', "1:3", "syntax", 'write `.startsWith("…")`'],
    ['a endsWith "b"', "1:3", "syntax", 'write `.endsWith("…")`'],
    ['a matches "b"', "1:3", "syntax", 'write `.matches("…")`'],
    ["a instanceof b", "1:3", "syntax", "types cannot be asked for"],
    ["a = b", "1:3", "illegal-character", "write `==` to compare"],
    ["a === b", "1:5", "illegal-character", "write `==`"],
    ["a !== b", "1:5", "illegal-character", "write `!=`"],
    ["a <> b", "1:4", "syntax", "write `!=`"],
    ['a =~ "b"', "1:3", "illegal-character", 'write `.matches("…")`'],
    ['a ==~ "b"', "1:5", "illegal-character", 'write `.matches("…")`'],
    ["a & b", "1:3", "illegal-character", "write `&&`"],
    ["a | b", "1:3", "illegal-character", "write `||`"],
    ["a ? b", "1:3", "illegal-character", `there is no \`?\`; ${absent}`],
    ["a ?? b", "1:3", "illegal-character", `there is no \`??\`; ${absent}`],
    ["a?.b", "1:2", "illegal-character", `write \`.\`; ${absent}`],
    ["a => b", "1:3", "illegal-character", "functions cannot be written; see `any` and `all`"],
    ["a == {", "1:6", "illegal-character", objects],
    ["a }", "1:3", "illegal-character", objects],
    ["a + b", "1:3", "illegal-character", arithmetic],
    ["a - b", "1:3", "illegal-character", dash],
    ["a-b", "1:2", "illegal-character", dash],
    ["a * b", "1:3", "illegal-character", arithmetic],
    ["a / b", "1:3", "illegal-character", `${arithmetic} and there are no comments`],
    ["a // b", "1:3", "illegal-character", `${arithmetic} and there are no comments`],
    ["a % b", "1:3", "illegal-character", arithmetic],
    ["a ^ b", "1:3", "illegal-character", arithmetic],
    ["a # b", "1:3", "illegal-character", "there are no comments"],
    ["a == `", "1:6", "illegal-character", strings],
    ["a == “", "1:6", "illegal-character", strings],
    ["a == ”", "1:6", "illegal-character", strings],
    ["a == ‘", "1:6", "illegal-character", strings],
    ["a == ’", "1:6", "illegal-character", strings],
    ["a;", "1:2", "illegal-character", "a condition is one expression"],
    [
      "$a",
      "1:1",
      "illegal-character",
      'names consist of ASCII letters, digits and `_`; other properties are written `["…"]`',
    ],
    ["a == \\d", "1:6", "illegal-character", "escapes are for strings"],
    ["a: b", "1:2", "illegal-character", names],
  ])("%s", (text, place, code, cure) => {
    expect(issuesOf(text)).toEqual([[place, code, cure]]);
  });
});

describe("where the grammar stops", () => {
  test.each<readonly [text: string, place: string, message: string, cure: string | undefined]>([
    ["a ==", "1:5", "expected a value, found the end", undefined],
    ["== a", "1:1", "expected a value, found `==`", undefined],
    ["a && == b", "1:6", "expected a value, found `==`", pair],
    ["a == b < c", "1:8", "expected an operator or the end, found `<`", pair],
    ["a < b <= c", "1:7", "expected an operator or the end, found `<=`", pair],
    ["a in b in c", "1:8", "expected an operator or the end, found `in`", pair],
    ["a != b != c", "1:8", "expected an operator or the end, found `!=`", pair],
    ["a > b > c", "1:7", "expected an operator or the end, found `>`", pair],
    ["a >= b >= c", "1:8", "expected an operator or the end, found `>=`", pair],
    ["a !b", "1:3", "expected an operator or the end, found `!`", negation],
    ["in a", "1:1", "expected a value, found `in`", undefined],
    ["!", "1:2", "expected a value, found the end", undefined],
    ["()", "1:2", "expected a value, found `)`", missing],
    ["a && )", "1:6", "expected a value, found `)`", missing],
    ["a b", "1:3", "expected an operator or the end, found `b`", undefined],
    ["a == (b", "1:8", "expected `)`, found the end", undefined],
    ["[a", "1:3", "expected `]`, found the end", undefined],
    ["[a,", "1:4", "expected a value, found the end", undefined],
    ["a[", "1:3", "expected a string or a whole number, found the end", undefined],
    ["a[0", "1:4", "expected `]`, found the end", undefined],
    ["a[true]", "1:3", "expected a string or a whole number, found `true`", undefined],
    ["a.", "1:3", "expected a name, found the end", undefined],
    ["a.'x'", "1:3", "expected a name, found `'x'`", undefined],
    ["a .5", "1:3", "expected an operator or the end, found `.5`", "write `[5]`"],
    ["a[0]]", "1:5", "expected an operator or the end, found `]`", undefined],
    ["true.a", "1:5", "expected an operator or the end, found `.`", suffix],
    ["has(a).b", "1:7", "expected an operator or the end, found `.`", suffix],
    ["null[0]", "1:5", "expected an operator or the end, found `[`", suffix],
    ["(a)(b)", "1:4", "expected an operator or the end, found `(`", callee],
    ["'a'(b)", "1:4", "expected an operator or the end, found `(`", callee],
    ["a.(b)", "1:3", "expected a name, found `(`", callee],
    ["a.f(b", "1:6", "expected `)`, found the end", undefined],
    ["x.includes(a b)", "1:14", "expected `)`, found `b`", undefined],
    ["x.includes(a,)", "1:14", "expected a value, found `)`", missing],
    ["a || || b", "1:6", "expected a value, found `||`", undefined],
    ["a,b", "1:2", "expected an operator or the end, found `,`", "a list is written in `[…]`"],
  ])("%s", (text, place, message, cure) => {
    const [issue, ...others] = parse(text).issues;
    expect(others).toEqual([]);
    expect([
      `${issue?.line}:${issue?.column}`,
      issue?.severity,
      issue?.code,
      issue?.message,
      issue?.cure,
    ]).toEqual([place, "error", "syntax", message, cure]);
  });
});

describe("a name that is no method, but is one elsewhere or nearly one", () => {
  const none =
    "methods are includes, startsWith, endsWith, matches, glob, touches, within, in, surely, perhaps, lower, upper, trim, size, any, all";
  const like = (method: string): string => `did you mean \`${method}\`?`;
  test.each<readonly [name: string, cure: string]>([
    ["contains", like("includes")],
    ["indexOf", like("includes")],
    ["hasPrefix", like("startsWith")],
    ["hasSuffix", like("endsWith")],
    ["match", like("matches")],
    ["test", like("matches")],
    ["regex", like("matches")],
    ["toLowerCase", like("lower")],
    ["toLower", like("lower")],
    ["toUpperCase", like("upper")],
    ["toUpper", like("upper")],
    ["strip", like("trim")],
    ["length", like("size")],
    ["len", like("size")],
    ["count", like("size")],
    ["some", like("any")],
    ["exists", like("any")],
    ["every", like("all")],
    ["include", like("includes")],
    ["GLOB", like("glob")],
    ["startwith", like("startsWith")],
    ["StartsWiht", like("startsWith")],
    ["startsWithAny", like("startsWith")],
    ["uper", like("upper")],
    ["mtaches", like("matches")],
    ["sizes", like("size")],
    ["anyy", like("any")],
    ["alll", like("all")],
    ["an", none],
    ["frobnicate", none],
    ["i", none],
  ])("%s", (name, cure) => {
    expect(issuesOf(`a.${name}("b")`)).toEqual([["1:3", "unknown-method", cure]]);
  });

  test.each<readonly [name: string, cure: string]>([
    ["contains", "write the value first: `params.command.includes(…)`"],
    ["matches", "write the value first: `params.command.matches(…)`"],
    ["any", "write the value first: `params.command.any(…)`"],
    ["all", "write the value first: `params.command.all(…)`"],
    ["hsa", "did you mean `has`?"],
    ["anyy", "write the value first: `params.command.any(…)`"],
    ["alll", "write the value first: `params.command.all(…)`"],
    ["frobnicate", "only `has(…)` and the methods after a dot can be called"],
  ])("%s without a receiver", (name, cure) => {
    expect(issuesOf(`a || ${name}(b)`)).toEqual([["1:6", "unknown-function", cure]]);
  });
});

describe("a call that is written wrongly shows how to write it", () => {
  const matches = 'write for example `params.command.matches("^git +push")`';
  const glob = 'write for example `params.path.glob("src/**/*.ts")`';
  const text = (method: string): string => `write for example \`params.command.${method}("git")\``;
  const loop = (kind: string): string => `write for example \`params.items.${kind}(item, item == "a")\``;
  const has = "write for example `has(params.path)`";
  test.each<readonly [text: string, place: string, code: string, message: string, cure: string]>([
    ["x.includes()", "1:3", "wrong-arguments", "`includes` takes one argument, found 0", text("includes")],
    [
      "x.startsWith()",
      "1:3",
      "wrong-arguments",
      "`startsWith` takes one argument, found 0",
      text("startsWith"),
    ],
    [
      "x.endsWith(1, 2)",
      "1:3",
      "wrong-arguments",
      "`endsWith` takes one argument, found 2",
      text("endsWith"),
    ],
    ["x.matches()", "1:3", "wrong-arguments", "`matches` takes one argument, found 0", matches],
    ["x.glob('a', 'b')", "1:3", "wrong-arguments", "`glob` takes one argument, found 2", glob],
    ["x.lower(1)", "1:3", "wrong-arguments", "`lower` takes no argument, found 1", "write `.lower()`"],
    ["x.upper(1)", "1:3", "wrong-arguments", "`upper` takes no argument, found 1", "write `.upper()`"],
    ["x.trim(1)", "1:3", "wrong-arguments", "`trim` takes no argument, found 1", "write `.trim()`"],
    ["x.size(a, b)", "1:3", "wrong-arguments", "`size` takes no argument, found 2", "write `.size()`"],
    ["x.any()", "1:3", "wrong-arguments", "`any` takes a name and a condition", loop("any")],
    ["x.all(a)", "1:3", "wrong-arguments", "`all` takes a name and a condition", loop("all")],
    ["x.any(a, b, c)", "1:3", "wrong-arguments", "`any` takes a name and a condition", loop("any")],
    [
      "x.any(a.b, c)",
      "1:7",
      "bad-variable",
      "the first argument of `any` is a name for the element",
      loop("any"),
    ],
    [
      "x.any((a), b)",
      "1:7",
      "bad-variable",
      "the first argument of `any` is a name for the element",
      loop("any"),
    ],
    [
      "x.all(1, a)",
      "1:7",
      "bad-variable",
      "the first argument of `all` is a name for the element",
      loop("all"),
    ],
    [
      "x.includes(!a)",
      "1:12",
      "argument-not-operand",
      "the argument of `includes` is a whole condition",
      text("includes"),
    ],
    [
      "x.includes(a && b)",
      "1:12",
      "argument-not-operand",
      "the argument of `includes` is a whole condition",
      text("includes"),
    ],
    [
      "x.includes(a || b)",
      "1:12",
      "argument-not-operand",
      "the argument of `includes` is a whole condition",
      text("includes"),
    ],
    [
      "x.startsWith(a in b)",
      "1:14",
      "argument-not-operand",
      "the argument of `startsWith` is a whole condition",
      text("startsWith"),
    ],
    ["x.glob(1)", "1:8", "pattern-not-literal", "the pattern of `glob` must be a string literal", glob],
    ["x.glob([])", "1:8", "pattern-not-literal", "the pattern of `glob` must be a string literal", glob],
    [
      "x.matches(('a'))",
      "1:11",
      "pattern-not-literal",
      "the pattern of `matches` must be a string literal",
      matches,
    ],
    ["x.glob('{a')", "1:8", "bad-pattern", "the pattern of `glob` is not valid: a `{` without `}`", glob],
    ["x.glob('a\\\\')", "1:8", "bad-pattern", "the pattern of `glob` is not valid: a `\\` at the end", glob],
    ["has()", "1:1", "bad-has", "`has` takes one property", has],
    ["has(a, b)", "1:1", "bad-has", "`has` takes one property", has],
    ["has(a.lower())", "1:1", "bad-has", "`has` takes one property", has],
    ["has((a))", "1:1", "bad-has", "`has` takes one property", has],
    ["has(true)", "1:1", "bad-has", "`has` takes one property", has],
    ["x.false", "1:3", "reserved-property", "`false` cannot follow a dot", 'write `["false"]`'],
  ])("%s", (written, place, code, message, cure) => {
    const { ast, issues } = parse(written);
    expect(ast).toBeNull();
    expect(
      issues.map((issue) => [`${issue.line}:${issue.column}`, issue.code, issue.message, issue.cure]),
    ).toEqual([[place, code, message, cure]]);
  });

  test.each([
    "x.includes((a == b))",
    "x.includes((!a))",
    "has('a'.b)",
    "has([1][0])",
    "x.any(a, b == c)",
    "x.all(a, !b)",
  ])("%s is written rightly", (written) => {
    expect(parse(written).issues).toEqual([]);
  });
});

describe("parentheses around one side of a comparison", () => {
  const warning = (place: string, operator: string): unknown => ({
    place,
    severity: "warning",
    code: "parenthesised-operand",
    message: `a value in parentheses is true or false, so \`${operator}\` compares that`,
    cure: "leave the parentheses out",
  });
  test.each<readonly [text: string, warnings: readonly unknown[]]>([
    ["(a) == b", [warning("1:1", "==")]],
    ["a == (b)", [warning("1:6", "==")]],
    ["((a)) != 'x'", [warning("1:1", "!=")]],
    ["a in (b)", [warning("1:6", "in")]],
    ["(a) < b", [warning("1:1", "<")]],
    ["(a == b) == (c == d)", []],
    ["(a && b) == (!c)", []],
  ])("%s", (text, warnings) => {
    const { ast, issues } = parse(text);
    expect(ast).not.toBeNull();
    expect(
      issues.map(({ line, column, severity, code, message, cure }) => ({
        place: `${line}:${column}`,
        severity,
        code,
        message,
        cure,
      })),
    ).toEqual(warnings);
  });
});

describe("a string that is not closed", () => {
  const escaped = "; a backslash at the end of a string is written `\\\\`";
  test.each<readonly [text: string, place: string, quote: string, more: string]>([
    ["'a", "1:1", "'", ""],
    ['a == "b\n', "1:6", '"', ""],
    [String.raw`"a\"`, "1:1", '"', escaped],
    [String.raw`'\'`, "1:1", "'", escaped],
    ["a\n&& '", "2:4", "'", ""],
  ])("%j", (text, place, quote, more) => {
    expect(issuesOf(text)).toEqual([[place, "open-string", `close it with \`${quote}\`${more}`]]);
  });
});

test.each<readonly [text: string, place: string]>([
  ["a\n\n @", "3:2"],
  ["a\r\n\r\n @", "3:2"],
  ["a\r\r @", "3:2"],
  ["a\n\r @", "3:2"],
  ["'\n' @", "2:3"],
  ["é@", "1:1"],
  ["'😀' @", "1:6"],
])("the place of what is illegal in %j", (text, place) => {
  const [issue] = parse(text).issues;
  expect(`${issue?.line}:${issue?.column}`).toBe(place);
  expect(issue?.code).toBe("illegal-character");
});

test("what is no text is refused without a place", () => {
  for (const value of [undefined, null, 1, {}, ["a"]]) {
    expect(parse(value as string)).toEqual({
      ast: null,
      issues: [{ severity: "error", code: "not-text", message: "a condition is text" }],
    });
  }
});

test("issues come by place, also when the one outside is found last", () => {
  expect(parse("(a.lower(1)) == b").issues.map(({ code, offset }) => [code, offset])).toEqual([
    ["parenthesised-operand", 0],
    ["wrong-arguments", 3],
  ]);
});

test("an issue without a cure has none, not an undefined one", () => {
  expect(parse("a b").issues).toStrictEqual([
    {
      severity: "error",
      code: "syntax",
      message: "expected an operator or the end, found `b`",
      offset: 2,
      line: 1,
      column: 3,
    },
  ]);
});
