import { parse } from "@gatehouse-hooks/condition";
import { describe, expect, test } from "vitest";

/** The code and offset of the first issue; `ok` without one. */
function outcome(text: string): string {
  const [issue] = parse(text).issues;
  return issue === undefined ? "ok" : `${issue.code} at ${issue.offset}`;
}

const times = (count: number, text: string): string => text.repeat(count);

/**
 * SPEC, "Limits": `[what, a text at the limit, a text just over it, where the excess begins]`. Nesting is what is open
 * at one place; a chain is what hangs on one value.
 */
const rows: readonly (readonly [string, string, string, string])[] = [
  ["parentheses", `${times(100, "(")}a${times(100, ")")}`, `${times(101, "(")}a${times(101, ")")}`, "100"],
  ["negations", `${times(100, "!")}a`, `${times(101, "!")}a`, "100"],
  [
    "lists",
    `a in ${times(100, "[")}1${times(100, "]")}`,
    `a in ${times(101, "[")}1${times(101, "]")}`,
    "105",
  ],
  [
    "arguments of methods",
    `${times(100, "a.includes(")}b${times(100, ")")}`,
    `${times(101, "a.includes(")}b${times(101, ")")}`,
    `${100 * 11 + 10}`,
  ],
  [
    "negations in parentheses",
    `${times(50, "!(")}a${times(50, ")")}`,
    `${times(50, "!(")}!a${times(50, ")")}`,
    "100",
  ],
  [
    "negations behind an operator",
    `b && ${times(100, "!")}a || ${times(100, "!")}c`,
    `b && ${times(100, "!")}a || ${times(101, "!")}c`,
    `${5 + 100 + 5 + 100}`,
  ],
  [
    "negations in parentheses, behind an operator",
    `(b || ${times(99, "!")}a) && ${times(100, "!")}c`,
    `(b || ${times(100, "!")}a) && ${times(100, "!")}c`,
    `${6 + 99}`,
  ],
  [
    "negations in arguments, behind a comma",
    `a.any(x, ${times(99, "!")}x)`,
    `a.any(x, ${times(100, "!")}x)`,
    `${9 + 99}`,
  ],
  ["properties", `a${times(100, ".b")}`, `a${times(101, ".b")}`, "201"],
  ["properties named `null` and `in`", `a${times(50, ".null.in")}`, `a${times(50, ".null.in")}.b`, "401"],
  ["indices", `a${times(100, "[0]")}`, `a${times(101, "[0]")}`, `${1 + 101 * 3 - 1}`],
  ["indices by string", `a${times(100, '["b"]')}`, `a${times(101, '["b"]')}`, `${1 + 101 * 5 - 1}`],
  ["calls", `a${times(100, ".trim()")}`, `a${times(101, ".trim()")}`, `${1 + 100 * 7}`],
  [
    "suffixes of every kind",
    `a${times(33, ".b[0].trim()")}.b`,
    `a${times(33, ".b[0].trim()")}.b.c`,
    `${1 + 33 * 12 + 2}`,
  ],
  ["suffixes behind a list", `[1]${times(99, ".trim()")}`, `[1]${times(100, ".trim()")}`, `${3 + 99 * 7}`],
];

describe.each(rows)("%s", (_, within, over, offset) => {
  test("at the limit", () => expect(outcome(within)).toBe("ok"));
  test("over it", () => expect(outcome(over)).toMatch(new RegExp(`^too-(deep|long-chain) at ${offset}$`)));
});

test("2,000 tokens are read, the next one is too many", () => {
  const text = `!a${times(999, "||b")}`;
  expect(outcome(text)).toBe("ok");
  expect(outcome(`!!a${times(999, "||b")}`)).toBe(`too-many-tokens at ${3 + 999 * 3 - 1}`);
});

test("16,384 code units are read, not one more", () => {
  expect(outcome(`a${times(16_383, " ")}`)).toBe("ok");
  expect(outcome(`a${times(16_384, " ")}`)).toBe("too-long at 0");
});

test("at most twenty issues, the first ones", () => {
  const text = Array.from({ length: 30 }, (_, i) => `a.f${i}()`).join(" && ");
  const { issues } = parse(text);
  expect(issues.map(({ offset }) => offset)).toEqual(
    Array.from({ length: 20 }, (_, i) => text.indexOf(`f${i}(`)),
  );
});

test.each([
  ["pattern of matches", "matches"],
  ["pattern of glob", "glob"],
])("%s", (_, method) => {
  expect(parse(`a.${method}("${"b".repeat(1_000)}")`).issues).toEqual([]);
  expect(parse(`a.${method}("${"b".repeat(1_001)}")`).issues.map(({ code }) => code)).toEqual([
    "bad-pattern",
  ]);
});

test("what is open around a place counts there, whatever was closed before it", () => {
  const around = (text: string): string => "(".repeat(99) + text + ")".repeat(99);
  for (const text of ["(a) == (b)", "a || (b)", "a && !b", "a in [b]"])
    expect(parse(around(text)).issues.filter(({ severity }) => severity === "error")).toEqual([]);
  for (const [text, at] of [
    ["(a) == ((b))", 8],
    ["a || ((b))", 6],
    ["a && !!b", 6],
    ["a in [[b]]", 6],
  ] as const)
    expect(parse(around(text)).issues).toMatchObject([{ code: "too-deep", offset: 99 + at }]);
});

test("an AST of 500 levels is accepted, one of 501 is not", () => {
  const nested = (inner: string): string =>
    Array.from({ length: 4 }).reduce<string>((text) => `[${text}]${".a".repeat(99)}`, inner);
  expect(parse(nested(`a${".a".repeat(99)}`)).issues).toEqual([]);
  expect(parse(nested(`a${".a".repeat(100)}`))).toStrictEqual({
    ast: null,
    issues: [
      {
        severity: "error",
        code: "too-deep",
        message: "nested too deep",
        offset: 4,
        line: 1,
        column: 5,
        cure: "split the condition",
      },
    ],
  });
});

test("loops are counted within bodies, not beside each other and not in what they go through", () => {
  const beside = Array.from({ length: 10 }, () => "a.all(x, x.any(y, y.all(z, z)))").join(" && ");
  expect(parse(beside).issues).toEqual([]);
  const through = "[a.all(x, x), b].any(y, y.any(z, z.all(u, u)))";
  expect(parse(through).issues).toEqual([]);
  expect(parse("a.all(x, x.all(y, y.all(z, z.all(u, u))))")).toStrictEqual({
    ast: null,
    issues: [
      {
        severity: "error",
        code: "too-many-loops",
        message: "`any` and `all` within each other more than 3 times",
        offset: 27,
        line: 1,
        column: 28,
        cure: "split the condition",
      },
    ],
  });
});

describe("a suffix counts for its own chain", () => {
  test.each([
    ["a new operand starts anew", `${"a.b".padEnd(161, ".b")} == ${"a.b".padEnd(161, ".b")}`],
    ["so does the next item", `[${"a.b".padEnd(161, ".b")}, ${"a.b".padEnd(161, ".b")}]`],
    ["and what stands in an argument", `a${".b".repeat(60)}.includes(a${".b".repeat(60)})`],
    [
      "and the right side of an operator",
      `a${".b".repeat(60)} && a${".b".repeat(60)} || a${".b".repeat(60)}`,
    ],
  ])("%s", (_, text) => {
    expect(parse(text).issues).toEqual([]);
  });
});
