import { compile, compileSealed, parse } from "@gatehouse-hooks/condition";
import { sealJson, sealJsonObject } from "@gatehouse-hooks/json";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import { interpret } from "./reference.js";

/** Tests of an element `x`, of what is in it, of the variable around it, and of the event. */
const ATOMS = [
  "x",
  "x.s",
  "x.o.s",
  "x.length",
  "x.map",
  "x[0]",
  "has(x.s)",
  "has(x)",
  'x == "b"',
  '"b" == x.s',
  "x.s != null",
  "x == null",
  "x.n < 2",
  "1 <= x.n",
  "x > 0",
  "x.n >= 1",
  'x in ["a", 1, null]',
  'x.s in ["b", "c", "d", "e"]',
  'x.startsWith("b")',
  'x.s.endsWith("b")',
  'x.o.s.includes("")',
  'x.s.lower() == "b"',
  'x.s.matches("^b")',
  'x.s.glob("b*")',
  "x.s == s",
  "x.o != o",
  "x == s",
  "s == x.s",
  "x in l",
  "x.s in l",
  "n in x.l",
  "x.size() == 1",
  "x.s == y.s",
  "y.n == 1",
  'y == "b"',
  "has(s)",
  "true",
  'x.l.any(z, z == "b")',
  "x.l.any(z, z == x.s)",
  "x.l.all(z, z in y.l)",
  'x.l.any(x, x == "b")',
  'x.o.any(z, z == "b")',
];

const bodies = fc.letrec<{ body: string }>((tie) => ({
  body: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(...ATOMS),
    tie("body").map((body) => `!(${body})`),
    fc
      .tuple(tie("body"), fc.constantFrom("&&", "||"), tie("body"))
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
  ),
})).body;

const loops = fc.constantFrom("any", "all");
const conditions = fc
  .tuple(loops, loops, fc.constantFrom("l", "y.l", "e"), bodies, bodies)
  .map(
    ([outer, within, list, body, beside]) =>
      `e.${outer}(y, ${list}.${within}(x, ${body}) && (${beside.replaceAll("x", "y")}))`,
  );

const scalars = fc.constantFrom<JsonValue>("a", "b", "B", "", 0, 1, 2, true, null);
const elements: fc.Arbitrary<JsonValue> = fc.oneof(
  scalars,
  fc.array(scalars, { maxLength: 3 }),
  fc.record(
    {
      s: scalars,
      n: scalars,
      l: fc.array(scalars, { maxLength: 3 }),
      o: fc.record({ s: scalars }, { requiredKeys: [] }),
      length: scalars,
      map: scalars,
    },
    { requiredKeys: [] },
  ),
);
const events: fc.Arbitrary<JsonObject> = fc.record({
  s: scalars,
  n: scalars,
  o: fc.record({ s: scalars }),
  l: fc.array(scalars, { maxLength: 4 }),
  e: fc.array(elements, { maxLength: 4 }),
});

test("a loop means the same on sealed events, on plain ones, and on sealed lists in plain ones", () => {
  const seen = { true: 0, false: 0 };
  const ran = assertLaw(
    fc.property(conditions, events, (text, event) => {
      const { ast } = parse(text);
      if (ast === null) throw new Error(`does not parse: ${text}`);
      const { value: sealed } = sealJsonObject(event);
      if (sealed === undefined) throw new Error("refused");
      const half = { ...event, e: sealJson(event["e"]).value ?? null };
      const expected = interpret(ast, event);
      expect([compile(ast)(event), compile(ast)(half), compileSealed(ast)(sealed)]).toEqual([
        expected,
        expected,
        expected,
      ]);
      seen[expected ? "true" : "false"]++;
    }),
  );
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(ran / 50);
});

test("a body reads the variable of the loop around it", () => {
  const event = {
    e: [
      { s: "a", l: ["b"] },
      { s: "b", l: ["b"] },
    ],
  };
  const { ast } = parse("e.any(x, x.l.any(y, y == x.s))");
  const { value: sealed } = sealJsonObject(event);
  if (ast === null || sealed === undefined) throw new Error("expected both");
  expect(compileSealed(ast)(sealed)).toBe(true);
});
