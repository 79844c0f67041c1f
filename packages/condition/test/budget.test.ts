import { compile, parse } from "@gatehouse-hooks/condition";
import type { JsonValue } from "@gatehouse-hooks/json";
import { sealJson } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";
import { interpret } from "./reference.js";

const list = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);
const object = (length: number, value: JsonValue = 0): JsonValue =>
  Object.fromEntries(list(length).map((i) => [`k${i}`, value]));
const long = "x".repeat(10_240);

/** As long as `long`, and not the same. */
const other = `${"x".repeat(10_239)}z`;
const same = (length: number, value: JsonValue): readonly JsonValue[] => list(length).map(() => value);

/** `[what, condition, event, outcome]`: one step less and one more than the budget. */
type Row = readonly [string, string, JsonValue, boolean | "over-budget"];
const rows: readonly Row[] = [
  ["any: a step an element", "a.any(x, x == -1)", { a: list(100_000) }, false],
  ["any: one too many", "a.any(x, x == -1)", { a: list(100_001) }, "over-budget"],
  ["all: stops in time", "a.all(x, x < 99_999)".replace("_", ""), { a: list(200_000) }, false],
  ["loops multiply", "a.any(x, a.any(y, x == -1))", { a: list(315) }, false],
  ["loops multiply beyond", "a.any(x, a.any(y, x == -1))", { a: list(316) }, "over-budget"],
  ["three loops", "a.any(x, a.any(y, a.any(z, z == -1)))", { a: list(50) }, "over-budget"],
  ["in: a step an element", "-1 in a", { a: list(100_000) }, false],
  ["in: one too many", "-1 in a", { a: list(100_001) }, "over-budget"],
  ["in a written list: free", `a.all(x, x in [${list(100).join()}])`, { a: list(100) }, true],
  ["lists: a step a pair", "a == b", { a: list(100_000), b: list(100_000) }, true],
  ["lists: one too many", "a == b", { a: list(100_001), b: list(100_001) }, "over-budget"],
  ["lists of different length: free", "a == b", { a: list(200_000), b: list(200_001) }, false],
  ["objects: keys of both, and pairs", "a == b", { a: object(33_333), b: object(33_333) }, true],
  ["objects: one too many", "a == b", { a: object(33_334), b: object(33_334) }, "over-budget"],
  ["short-circuit saves the budget", "true || -1 in a", { a: list(200_000) }, true],
  ["and does not", "-1 in a || true", { a: list(200_000) }, "over-budget"],
  ["over budget is not false", "!(-1 in a)", { a: list(200_000) }, "over-budget"],
  ["text in a loop: ten steps each", "a.any(x, t.includes(y))", { a: list(50_000), t: long }, false],
  ["text in a loop: with an argument", 'a.any(x, t.includes("y"))', { a: list(9_090), t: long }, false],
  ["text in a loop: one too many", 'a.any(x, t.includes("y"))', { a: list(9_091), t: long }, "over-budget"],
  ["text outside of loops: free", 't.includes("y")', { t: long.repeat(1_000) }, false],
  [
    "equal texts in a loop",
    "a.any(x, t == u && false)",
    { a: list(9_091), t: long, u: "x".repeat(10_240) },
    "over-budget",
  ],
  [
    "texts of different length in a loop",
    "a.any(x, t == u)",
    { a: list(9_091), t: long, u: `${long}y` },
    false,
  ],
  [
    "a choice in a loop: one too many",
    "a.any(x, t in [u] && false)",
    { a: list(9_091), t: long, u: "x".repeat(10_240) },
    "over-budget",
  ],
  [
    "a choice of other lengths in a loop",
    "a.any(x, t in [u])",
    { a: list(9_091), t: long, u: `${long}y` },
    false,
  ],
  ["a conversion in a loop: in time", 'a.any(x, t.lower() == "y")', { a: list(9_090), t: long }, false],
  [
    "a conversion in a loop: one too many",
    'a.any(x, t.lower() == "y")',
    { a: list(9_091), t: long },
    "over-budget",
  ],
  ["a conversion outside of loops: free", 't.lower() == "y"', { t: long.repeat(1_000) }, false],
  [
    "size of an object in a loop",
    "a.any(x, o.size() == 0)",
    { a: list(1_000), o: object(100) },
    "over-budget",
  ],
  ["size of an object outside of loops: free", "o.size() == 200000", { o: object(200_000) }, true],
  ["glob: length by length", 't.glob("*y")', { t: "x".repeat(1_000_000) }, false],
  ["glob: as many as there are", `t.glob("${"?".repeat(500)}")`, { t: "x".repeat(20_000) }, false],
  ["glob: one too many", `t.glob("**a${"?".repeat(300)}c")`, { t: "x".repeat(1_000_000) }, "over-budget"],
  ["all: one too many", "a.all(x, x >= 0)", { a: list(100_001) }, "over-budget"],
  ["any: what decides is the last in time", "a.any(x, x == 99999)", { a: list(200_000) }, true],
  ["any: what decides is one too late", "a.any(x, x == 100000)", { a: list(200_000) }, "over-budget"],
  ["in: the last in time", "99999 in a", { a: list(200_000) }, true],
  ["in: one too late", "100000 in a", { a: list(200_000) }, "over-budget"],
  ["in: strings of one length in time", "t in a", { a: same(9_090, long), t: other }, false],
  ["in: strings of one length, one too many", "t in a", { a: same(9_091, long), t: other }, "over-budget"],
  ["in: strings of other lengths", "t in a", { a: same(9_091, `${long}y`), t: other }, false],
  ...["includes", "startsWith", "endsWith"].flatMap((method): readonly Row[] => [
    [`${method} in elements: in time`, `a.any(x, x.${method}("y"))`, { a: same(9_090, long) }, false],
    [
      `${method} in elements: too many`,
      `a.any(x, x.${method}("y"))`,
      { a: same(9_091, long) },
      "over-budget",
    ],
    [
      `${method} below elements`,
      `a.any(x, x.s.${method}("y"))`,
      { a: same(9_091, { s: long }) },
      "over-budget",
    ],
    [
      `${method} below elements, written behind others`,
      `a.any(x, x.o == 1 || x.s.${method}("y"))`,
      { a: same(9_091, { s: long }) },
      "over-budget",
    ],
  ]),
  ["elements beside a long string", `a.any(x, x == "${other}")`, { a: same(9_090, long) }, false],
  [
    "elements beside a long string: too many",
    `a.any(x, x == "${other}")`,
    { a: same(9_091, long) },
    "over-budget",
  ],
  ["elements among long strings", `a.any(x, x in ["${other}"])`, { a: same(9_091, long) }, "over-budget"],
  ["elements beside a path", "a.any(x, x.s == t)", { a: same(9_090, { s: long }), t: other }, false],
  [
    "elements beside a path: too many",
    "a.any(x, x.s == t)",
    { a: same(9_091, { s: long }), t: other },
    "over-budget",
  ],
  [
    "elements unlike a path: too many",
    "a.all(x, x.s != t)",
    { a: same(9_091, { s: long }), t: other },
    "over-budget",
  ],
  [
    "elements of other lengths beside a path",
    "a.any(x, x.s == t)",
    { a: same(9_091, { s: long }), t: "y" },
    false,
  ],
  ["lists in elements", "a.any(x, x.any(y, y == -1))", { a: same(315, list(315)) }, false],
  ["lists in elements: too many", "a.any(x, x.any(y, y == -1))", { a: same(316, list(316)) }, "over-budget"],
  ["unequal lists: one too many", "a != b", { a: list(100_001), b: list(100_001) }, "over-budget"],
  ["in a written list of lists", "a in [1, b]", { a: list(100_001), b: list(100_001) }, "over-budget"],
  ["in a written list of scalars: free", "a in [1, 2]", { a: list(200_000) }, false],
  ["matches: a bounded gap", 't.matches("curl[^|]{0,200}x")', { t: "curl".repeat(250_000) }, false],
  ["matches: a key", 't.matches("AKIA[0-9A-Z]{16}x")', { t: "AKIA".repeat(250_000) }, false],
  ["matches: length by weight", 't.matches("[ab]*a[ab]{400}c")', { t: "ab".repeat(500_000) }, "over-budget"],
  [
    "matches: length by weight, a short string",
    't.matches("[ab]*a[ab]{400}c")',
    { t: "ab".repeat(5_000) },
    false,
  ],
  ["matches: length by size", 't.matches("(a|x){400}y$")', { t: "x".repeat(1_000_000) }, "over-budget"],
];

describe("the budget", () => {
  test.each(rows)("%s", (_, text, event, outcome) => {
    const { ast, issues } = parse(text);
    if (ast === null) throw new Error(JSON.stringify(issues));
    const sealed = sealJson(event, { maxNodes: Infinity }).value ?? null;
    expect([compile(ast)(event), compile(ast)(sealed)]).toEqual([outcome, outcome]);
    expect(interpret(ast, event)).toBe(outcome);
  });

  test("is new for every evaluation", () => {
    const { ast } = parse("-1 in a");
    if (ast === null) throw new Error("does not parse");
    const predicate = compile(ast);
    const event = { a: list(60_000) };
    expect([predicate(event), predicate(event), predicate(event)]).toEqual([false, false, false]);
  });

  test("content nested deeper than any event is a failure, not an overflow", () => {
    const deep = (): JsonValue => {
      let value: JsonValue = 1;
      for (let i = 0; i < 100_000; i++) value = [value];
      return value;
    };
    const { ast } = parse("a == b");
    if (ast === null) throw new Error("does not parse");
    expect(compile(ast)({ a: deep(), b: deep() })).toBe("over-budget");
  });
});
