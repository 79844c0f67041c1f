import { parse } from "@gatehouse-hooks/condition";
import type { Issue } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";

const short = ({ code, offset, cure }: Issue): unknown => [code, offset, cure];
const quotes = "write strings in `\"` or `'`";
const negated = "put the negation in front, around the comparison: `!(a in b)`";

describe("what people write by habit has one error at its cause, with a cure (N9)", () => {
  test.each<readonly [text: string, code: string, offset: number, cure: string]>([
    ['a = "x"', "illegal-character", 2, "write `==` to compare"],
    ['a === "x"', "illegal-character", 4, "write `==`"],
    ['a !== "x"', "illegal-character", 4, "write `!=`"],
    ['a =~ "x"', "illegal-character", 2, 'write `.matches("…")`'],
    ['a ~ "x"', "illegal-character", 2, 'write `.matches("…")`'],
    ["a =< 1", "illegal-character", 2, "write `<=`"],
    ["a == “x”", "illegal-character", 5, quotes],
    ["a == ‘x y’", "illegal-character", 5, quotes],
    ["a == `x`", "illegal-character", 5, quotes],
    ["/rm/.test(a)", "illegal-character", 0, 'write a regular expression as `.matches(r"…")`'],
    ["a / b", "illegal-character", 2, "there is no arithmetic and there are no comments"],
    ["a ? b : c", "illegal-character", 2, "there is no `?`; a missing property is false by itself"],
    [
      "${a} == 1",
      "illegal-character",
      0,
      'names consist of ASCII letters, digits and `_`; other properties are written `["…"]`',
    ],
    ["a == {}", "illegal-character", 5, "objects cannot be written"],
    ["a and b", "syntax", 2, "write `&&`"],
    ["a AND b", "syntax", 2, "write `&&`"],
    ["a Or b", "syntax", 2, "write `||`"],
    ["not a", "syntax", 4, "write `!`"],
    ["NOT a", "syntax", 4, "write `!`"],
    ["a not in [1]", "syntax", 2, negated],
    ['a contains "x"', "syntax", 2, 'write `.includes("…")`'],
    ['a like "x"', "syntax", 2, 'write `.glob("…")`, or `.matches("…")`'],
    ["a xor b", "syntax", 2, "write `!=` between two conditions in parentheses"],
    ['a in ("x", "y")', "syntax", 9, "a list is written in `[…]`"],
    ['a.contains("x")', "unknown-method", 2, "did you mean `includes`?"],
    ['a.startswith("x")', "unknown-method", 2, "did you mean `startsWith`?"],
    ["exists(a)", "unknown-function", 0, "did you mean `has`?"],
    ["isDefined(a)", "unknown-function", 0, "did you mean `has`?"],
  ])("%s", (text, code, offset, cure) => {
    for (const escapes of ["strict", "lenient"] as const) {
      const { ast, issues } = parse(text, { escapes });
      expect(ast).toBeNull();
      expect(issues.map(short)).toEqual([[code, offset, cure]]);
    }
  });

  test("two mistakes are two errors", () => {
    const { issues } = parse("a == “x” && b === ‘y’");
    expect(issues.map(({ offset }) => offset)).toEqual([5, 16, 18]);
  });

  test("nothing is suggested that was written", () => {
    for (const name of ["includes", "any", "has", "size", "match", "length", "test", "exists", "Has", "x"]) {
      for (const text of [`${name}(a)`, `a.${name}(b, c, d)`, `a.b.${name}(1)`]) {
        for (const { cure = "" } of parse(text).issues) expect(cure).not.toBe(`did you mean \`${name}\`?`);
      }
    }
  });
});

describe("a condition that holds for the wrong reason has a warning (N9)", () => {
  const always = "this is a value, not a comparison: it counts as true for every event";
  const never = "this is a value, not a comparison: it counts as false for every event";
  test.each<readonly [text: string, offset: number, message: string, cure: string]>([
    ['toolName == "exec" || "bash"', 22, always, 'write `… || toolName == "bash"`'],
    ['toolName == "exec" || ("bash")', 23, always, 'write `… || toolName == "bash"`'],
    ['toolName != "exec" && "bash"', 22, always, 'write `… && toolName != "bash"`'],
    ["n == 1 || 2", 10, always, "write `… || n == 2`"],
    ["n == 1 || 0", 10, never, "write `… || n == 0`"],
    ['"exec" || toolName == "bash"', 0, always, "compare it with a property"],
    ['a && !"b"', 6, always, "compare it with a property"],
    ["a && null", 5, never, "compare it with a property"],
    ['a || ["b"]', 5, always, "compare it with a property"],
    ['a in ["x"] || "y"', 14, always, "compare it with a property"],
    ['a.any(x, x == "y" || "z")', 21, always, 'write `… || x == "z"`'],
  ])("%s", (text, offset, message, cure) => {
    const { ast, issues } = parse(text, { escapes: "strict" });
    expect(ast).not.toBeNull();
    expect(issues).toMatchObject([{ severity: "warning", code: "constant-operand", offset, message, cure }]);
  });

  test.each<readonly [text: string, offset: number, cure: string]>([
    ['a in "abc"', 5, "for a part of a string write `.includes(…)`"],
    ["a in 1", 5, "write a list: `[…]`"],
    ["a in null", 5, "write a list: `[…]`"],
  ])("%s", (text, offset, cure) => {
    expect(parse(text).issues.map(short)).toEqual([["in-without-list", offset, cure]]);
  });

  test.each<readonly [text: string, offset: number, cure: string]>([
    ["a == True", 5, "write `true`"],
    ["FALSE != a", 0, "write `false`"],
    ["a == None", 5, "write `null`"],
    ["a != undefined", 5, "write `null`"],
    ["nil == a && a.any(x, x == nil)", 0, "write `null`"],
    ["undefined.any(undefined, undefined) && NULL", 0, "write `null`"],
  ])("%s", (text, offset, cure) => {
    const { ast, issues } = parse(text);
    expect(ast).not.toBeNull();
    expect(issues[0]).toMatchObject({ severity: "warning", code: "foreign-word", offset, cure });
  });

  test.each([
    "a || true",
    "a && !false",
    'a in ["x"]',
    "a in b",
    "a.True == 1",
    "a.any(None, None == 1)",
    "[1] == a || a == 2",
    "(a || b) && c",
  ])("%s is meant", (text) => {
    expect(parse(text, { escapes: "strict" }).issues).toEqual([]);
  });
});
