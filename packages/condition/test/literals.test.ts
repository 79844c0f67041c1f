import { parse } from "@gatehouse-hooks/condition";
import { describe, expect, test } from "vitest";

const numbers = "write numbers as in JSON, for example `3`, `-0.5` or `1e6`";

describe("numbers are JSON's, and exact", () => {
  test.each<readonly [text: string, problem: string, cure: string]>([
    ["01", "is not a number", numbers],
    ["-01", "is not a number", numbers],
    [".5", "is not a number", numbers],
    ["1.", "is not a number", numbers],
    ["1e", "is not a number", numbers],
    ["1e+", "is not a number", numbers],
    ["0x10", "is not a number", numbers],
    ["1_000", "is not a number", numbers],
    ["1.2.3", "is not a number", numbers],
    ["1e999", "is out of range", "use a smaller number"],
    ["-1e999", "is out of range", "use a smaller number"],
    ["9007199254740992", "cannot be kept exactly", "whole numbers go up to 9007199254740991"],
    ["-9007199254740992", "cannot be kept exactly", "whole numbers go up to 9007199254740991"],
  ])("%s is refused", (text, problem, cure) => {
    const { ast, issues } = parse(`a == ${text}`);
    expect(ast).toBeNull();
    expect(issues).toEqual([
      {
        severity: "error",
        code: "bad-number",
        message: `\`${text}\` ${problem}`,
        offset: 5,
        line: 1,
        column: 6,
        cure,
      },
    ]);
  });

  test.each<readonly [text: string, value: number]>([
    ["0", 0],
    ["-0", 0],
    ["-12", -12],
    ["3.25", 3.25],
    ["1e6", 1_000_000],
    ["1E+2", 100],
    ["25e-2", 0.25],
    ["10.50", 10.5],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["-9007199254740991", Number.MIN_SAFE_INTEGER],
  ])("%s is read", (text, value) => {
    expect(parse(text)).toEqual({ ast: { kind: "literal", value, span: [0, text.length] }, issues: [] });
  });
});

test.each<readonly [text: string, value: string]>([
  [String.raw`"\b\f\n\r\t"`, "\b\f\n\r\t"],
  [String.raw`"\"\\\/"`, '"\\/'],
  [String.raw`'\''`, "'"],
  [String.raw`'it\'s'`, "it's"],
  [String.raw`"\d\x41\u12"`, "dx41u12"],
  [String.raw`"\u0041\u00e9\uD83D\uDE00"`, "Aé😀"],
  [String.raw`"a\\nb"`, String.raw`a\nb`],
  ['"\n"', "\n"],
  ["'\"'", '"'],
  ['"\\\n"', "\n"],
  ['""', ""],
])("the string %j", (text, value) => {
  // Which of these escapes get a warning: escapes.test.ts.
  expect(parse(text).ast).toEqual({ kind: "literal", value, span: [0, text.length] });
});
