import { compile, parse, print } from "@gatehouse-hooks/condition";
import type { Issue } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";
import { withoutSpans } from "./without-spans.js";

const raw = String.raw;
const ends = "a raw string ends at its first quote: take the other quote around it, or a plain string";

const short = ({ code, offset, cure }: Issue): unknown => [code, offset, cure];

describe("raw strings (N2)", () => {
  test.each<readonly [text: string, value: string]>([
    ['r""', ""],
    ["r''", ""],
    [raw`r"\brm\s"`, raw`\brm\s`],
    [raw`r'\'`, "\\"],
    [raw`r"\\"`, raw`\\`],
    [raw`r"\u0041"`, raw`\u0041`],
    [raw`r"it's"`, "it's"],
    [raw`r'say "x"'`, 'say "x"'],
    ['r"a\nb"', "a\nb"],
    ['r"\u2028\ud800"', "\u2028\ud800"],
  ])("%j", (text, value) => {
    for (const escapes of ["strict", "lenient"] as const) {
      expect(parse(text, { escapes })).toEqual({
        ast: { kind: "literal", value, span: [0, text.length] },
        issues: [],
      });
    }
  });

  test("are strings wherever one may stand", () => {
    for (const text of [
      raw`x[r"a\b"] == r'c\d'`,
      raw`x in [r"\", r"\\"]`,
      raw`r"\d".size() == 2 && r"a"[0] == null`,
      raw`x.matches(r"\d") && x.glob(r"\*")`,
      raw`x.any(r, r == r"r")`,
      raw`has(x[r"\"])`,
      raw`a==r"b"&&c`,
    ]) {
      const { ast, issues } = parse(text, { escapes: "strict" });
      expect([text, issues]).toEqual([text, []]);
      if (ast === null) throw new Error("no AST");
      expect(withoutSpans(parse(print(ast)).ast)).toEqual(withoutSpans(ast));
    }
  });

  test("are printed as plain strings, which mean the same", () => {
    const { ast } = parse(raw`x.matches(r"\brm\s+") || x == r'"'`);
    if (ast === null) throw new Error("no AST");
    expect(print(ast)).toBe(raw`x.matches("\\brm\\s+") || x == "\""`);
    expect(compile(ast)({ x: "rm  -rf" })).toBe(true);
  });

  test("`r` is a name like any other", () => {
    const event = { r: { x: 1, r: "r" }, list: ["a"], ar: "b" };
    for (const text of [
      "r",
      "r.x == 1",
      'r["x"] == 1',
      "r['x'] == 1",
      "r != null",
      'r.r == "r"',
      'r.r in ["r"]',
      "has(r.x)",
      "!missing&&r",
      'list.any(r, r == "a")',
      'ar == "b"',
      '[r.x, "a"] == [1, "a"]',
      '"r".size() == 1',
    ]) {
      const { ast, issues } = parse(text, { escapes: "strict" });
      expect([text, issues]).toEqual([text, []]);
      expect([text, ast === null ? null : compile(ast)(event)]).toEqual([text, true]);
    }
  });

  test.each<readonly [text: string, issue: readonly unknown[]]>([
    ['x == r"a', ["open-string", 5, 'close it with `"`']],
    ["x == r'a\\", ["open-string", 5, "close it with `'`"]],
    // Where an escaped quote ends it.
    [raw`x == r"a\"b"`, ["open-string", 11, ends]],
    [raw`x == r"a\""`, ["open-string", 10, ends]],
    [raw`x == r'a\'b && c`, ["syntax", 10, ends]],
    [raw`x == r"a\" "b"`, ["syntax", 11, undefined]],
    // Almost raw.
    ['x == r "a"', ["syntax", 7, 'write a raw string as `r"…"`']],
    ['x == R"a"', ["syntax", 6, 'write a raw string as `r"…"`']],
    ["x == R'a'", ["syntax", 6, 'write a raw string as `r"…"`']],
    ['x == ar"a"', ["syntax", 7, undefined]],
    ['x == "a"r"b"', ["syntax", 8, undefined]],
    [
      raw`x == "C:\"`,
      ["open-string", 5, 'close it with `"`; a backslash at the end of a string is written `\\\\`'],
    ],
  ])("%s says what is wrong", (text, issue) => {
    const { ast, issues } = parse(text, { escapes: "strict" });
    expect(ast).toBeNull();
    expect(issues.map(short)).toEqual([issue]);
  });
});
