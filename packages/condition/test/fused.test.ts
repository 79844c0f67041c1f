import { compile, compileSealed, parse } from "@gatehouse-hooks/condition";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import { isSealed, sealJson } from "@gatehouse-hooks/json";
import { expect, test } from "vitest";
import { interpret } from "./reference.js";

/**
 * Sealed events have closures of their own, in which neighbours that test one path become one test. Nothing of that may
 * show: each small combination of tests is asked about each kind of value, and the reference interpreter answers, too.
 */
const TEXT_TESTS = [
  'a == "x"',
  'a == "xy"',
  'a == ""',
  'a.includes("xy")',
  'a.startsWith("x")',
  'a.endsWith("y")',
  'a.startsWith("xyx")',
  'a.endsWith("yxy")',
  'a.includes("")',
  'a.startsWith("")',
  'a.endsWith("")',
];

const OTHER_TESTS = [
  "a",
  "has(a)",
  "a == null",
  "a == true",
  "a == 1",
  '"x" == a',
  "a != 0",
  'a in ["x", 1]',
  'a in ["x"]',
  'a in ["x", true, 1]',
  'a in ["x", "y", 1, false]',
  'a in [null, "x"]',
  "a in [null]",
  "a in []",
  'a in ["x", b]',
  "a < 1",
  "a <= 1",
  "a > 1",
  "a >= 1",
  "1 < a",
  "1 <= a",
  "1 > a",
  "1 >= a",
  'a < "xy"',
  'a >= "xy"',
  'a.lower() == "x"',
  "a.size() > 1",
  "a.includes(b)",
  'a.matches("^x")',
  'b == "x"',
  'b.startsWith("x")',
  'a.b == "x"',
  "a.length",
  'a["b"][0] == "x"',
  "true",
  "false",
];

const VALUES: readonly (JsonValue | undefined)[] = [
  undefined,
  null,
  true,
  false,
  0,
  1,
  2,
  -0.5,
  "",
  "x",
  "y",
  "xy",
  "yx",
  "xyx",
  "yxy",
  "xyxy",
  "X",
  [],
  ["x"],
  {},
  { b: "x" },
  { b: ["x"], length: 0 },
];

const events = VALUES.flatMap((a) =>
  [undefined, "x"].map((b) => {
    const { value } = sealJson({ a, b });
    if (!isSealed(value)) throw new Error("refused");
    return value;
  }),
);

/** Events as hosts may make them, and their data: what they inherit or compute is none. */
const hostile: readonly (readonly [event: object, data: JsonObject])[] = [
  [Object.create({ a: "x", b: "x" }) as object, {}],
  [Object.defineProperty({ b: "x" }, "a", { get: () => "x", enumerable: true }), { b: "x" }],
  [Object.defineProperty({ a: "x" }, "b", { get: () => "x", enumerable: true }), { a: "x" }],
  [Object.assign(Object.create({ a: "x" }) as object, { b: "x" }), { b: "x" }],
];

function answersAgree(text: string): void {
  const { ast } = parse(text);
  if (ast === null) throw new Error(`does not parse: ${text}`);
  const [any, sealed] = [compile(ast), compileSealed(ast)];
  for (const [event, data] of hostile) {
    const expected = interpret(ast, data);
    const given = any(event as JsonObject);
    if (given !== expected) expect({ text, data, given }).toEqual({ text, data, given: expected });
  }
  for (const event of events) {
    const expected = interpret(ast, event);
    const given = [sealed(event), any(event), any({ ...event })];
    if (given.some((one) => one !== expected))
      expect({ text, event: JSON.stringify(event), given }).toEqual({
        given: [expected, expected, expected],
      });
  }
}

const all = [...TEXT_TESTS, ...OTHER_TESTS];

test.each(all)("%s, alone and negated", (one) => {
  for (const text of [one, `!(${one})`, `!!(${one})`, `(${one}) && b`, `b || !(${one})`]) answersAgree(text);
});

/** Neighbours: some that can be joined, some that cannot. */
const neighbours = [
  ...TEXT_TESTS.slice(0, 6),
  "a",
  "a == 1",
  "a == null",
  'a in ["x", 1]',
  'b == "x"',
  "a < 2",
  'a.matches("y")',
];

test.each(neighbours)("%s and a neighbour", (one) => {
  for (const other of neighbours) {
    answersAgree(`${one} && ${other}`);
    answersAgree(`${one} || ${other}`);
    answersAgree(`!(${one}) && !(${other})`);
    answersAgree(`!(${one}) || ${other}`);
  }
});

test("three texts of one path, in every tree", () => {
  const texts = ['a == "x"', 'a.includes("yx")', 'a.startsWith("x")', 'a.endsWith("y")'];
  for (const one of texts) {
    for (const two of texts) {
      for (const three of texts) {
        answersAgree(`${one} && (${two} || !(${three}))`);
        answersAgree(`${one} || !(${two} && ${three})`);
        answersAgree(`${one} || ${two} || ${three}`);
        answersAgree(`!(${one}) && !(${two}) && ${three}`);
      }
    }
  }
});

test("choices of two to six constants, with others before and behind", () => {
  const constants = ['"x"', "1", "true", '"y"', "false", "null"];
  for (let length = 2; length <= constants.length; length++) {
    const some = constants.slice(0, length);
    const either = some.map((constant) => `a == ${constant}`).join(" || ");
    const none = some.map((constant) => `a != ${constant}`).join(" && ");
    for (const text of [
      either,
      none,
      `b || ${either}`,
      `${either} || b`,
      `b && ${none}`,
      `${none} && b`,
      `!(${either})`,
    ])
      answersAgree(text);
    answersAgree(some.map((constant, i) => `${i % 2 === 0 ? "a" : "b"} == ${constant}`).join(" || "));
    answersAgree(some.map((constant, i) => `a ${i % 2 === 0 ? "==" : "!="} ${constant}`).join(" || "));
  }
});

test("long texts of tests of one path stay one test, and right", () => {
  for (const mark of ["||", "&&"]) {
    for (const negated of ["", "!"]) {
      const parts = Array.from(
        { length: 40 },
        (_, i) => `${negated}a.startsWith("${"xy".repeat((i % 3) + 1)}")`,
      );
      answersAgree(parts.join(` ${mark} `));
      answersAgree(`${parts.join(` ${mark} `)} ${mark} a == "x" ${mark} b`);
    }
  }
});
