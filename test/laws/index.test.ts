import type { Expr } from "@gatehouse-hooks/condition";
import type { Condition, Event, PolicyDefinition } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import type { Finding } from "../../packages/engine/src/candidates/event-policies.js";
import { policySet } from "../../packages/engine/src/policy-set.js";
import { expressions } from "../arbitraries/expressions.js";
import { policies, sealed, world } from "../arbitraries/policies.js";
import { compiled, engineOn } from "./engine-on.js";
import { type Asking, type Engine, realEngine } from "./engine.js";
import { indexBlindToRewrites } from "./mutants/index-blind-to-rewrites.js";
import { indexLosesAlternatives } from "./mutants/index-loses-alternatives.js";
import { indexLosesFailures } from "./mutants/index-loses-failures.js";
import { testLaw } from "./test-law.js";
import type { Case } from "./world.js";

function finding(how: Finding): Engine {
  return engineOn((one) => policySet(compiled(one), how));
}

const linear = finding("scan");
const indexed = finding("index");

/** Words that overlap, contain each other and share beginnings and ends. */
const word = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom("", "ä", "\u{1f512}", "__proto__", "length", "a".repeat(40)) },
);
const scalar = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, 0, 1, -1) },
);

const span = [0, 0] as const;
const name = (text: string): Expr => ({ kind: "name", name: text, span });
const member = (object: Expr, key: string | number): Expr => ({ kind: "member", object, key, span });
const literal = (value: null | boolean | number | string): Expr => ({ kind: "literal", value, span });

const path: fc.Arbitrary<Expr> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(name("toolName")) },
  { weight: 4, arbitrary: fc.constantFrom("a", "b").map((key) => member(name("params"), key)) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, "length", "0", "x").map((key) => member(name("list"), key)) },
  { weight: 1, arbitrary: fc.constant(member(member(name("deep"), "x"), "constructor")) },
);

const atom: fc.Arbitrary<Expr> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        left: path,
        operator: fc.constantFrom("==", "==", "==", "!=", "<", ">="),
        right: scalar.map(literal),
      })
      .map(({ left, operator, right }): Expr => ({
        kind: "compare",
        operator: operator as "==",
        left,
        right,
        span,
      })),
  },
  {
    weight: 6,
    arbitrary: fc
      .record({
        object: path,
        method: fc.constantFrom("includes", "startsWith", "endsWith"),
        part: word.map(literal),
      })
      .map(({ object, method, part }): Expr => ({
        kind: "call",
        method: method as "includes",
        object,
        args: [part],
        span,
      })),
  },
  {
    weight: 6,
    arbitrary: fc
      .record({ left: path, items: fc.array(scalar.map(literal), { maxLength: 4 }) })
      .map(({ left, items }): Expr => ({
        kind: "compare",
        operator: "in",
        left,
        right: { kind: "list", items, span },
        span,
      })),
  },
  // Runs out of budget on a long list: a failure, which the index must not lose. It takes a while, so it is rare.
  { weight: 1, arbitrary: fc.constant<Expr>(loops(3)) },
  { weight: 2, arbitrary: fc.boolean().map(literal) },
);

/** `list.any(v3, list.any(v2, list.any(v1, v1 == "never")))` */
function loops(depth: number): Expr {
  const body: Expr =
    depth === 1
      ? { kind: "compare", operator: "==", left: name("v1"), right: literal("never"), span }
      : loops(depth - 1);
  return { kind: "any", object: name("list"), variable: `v${depth}`, body, span };
}

const condition: fc.Arbitrary<Expr> = fc.letrec<{ expr: Expr }>((tie) => ({
  expr: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    { weight: 4, arbitrary: atom },
    {
      weight: 4,
      arbitrary: fc
        .record({
          kind: fc.constantFrom("and" as const, "and" as const, "or" as const),
          operands: fc.array(tie("expr"), { minLength: 2, maxLength: 3 }),
        })
        .map(({ kind, operands }): Expr => ({ kind, operands, span })),
    },
    { weight: 1, arbitrary: tie("expr").map((operand): Expr => ({ kind: "not", operand, span })) },
  ),
})).expr;

const stored: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 12, arbitrary: condition.map((ast) => ({ text: "generated", ast })) },
  { weight: 1, arbitrary: expressions.map((ast) => ({ text: "generated", ast })) },
  { weight: 1, arbitrary: fc.constant({ text: "a ==", ast: null }) },
);

/** Policies of the other laws, with conditions that an index can use and some that it cannot. */
const definitions: fc.Arbitrary<PolicyDefinition[]> = policies({
  maxPolicies: 16,
  events: ["before_tool_call"],
}).chain((list) =>
  fc.tuple(
    ...list.map(({ matcher: _matcher, condition: _condition, ...policy }) =>
      fc
        .record({ matcher: stored, condition: stored }, { requiredKeys: [] })
        .map((conditions): PolicyDefinition => ({ ...policy, ...conditions })),
    ),
  ),
);

const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "x", "y", "ä"), maxLength: 12 });
const event: fc.Arbitrary<Event> = fc
  .record(
    {
      event: fc.constant("before_tool_call"),
      toolName: fc.oneof(word, scalar, text),
      params: fc.oneof(
        { weight: 9, arbitrary: fc.record({ a: fc.oneof(text, scalar), b: text }, { requiredKeys: [] }) },
        { weight: 1, arbitrary: scalar },
      ),
      list: fc.oneof(
        { weight: 20, arbitrary: fc.array(scalar, { maxLength: 3 }) },
        { weight: 1, arbitrary: fc.constant(Array.from({ length: 60 }, (_, i) => i)) },
        { weight: 5, arbitrary: word },
      ),
      deep: fc.constantFrom({ x: { constructor: "a" } }, { x: {} }, "deep"),
    },
    { requiredKeys: ["event"] },
  )
  .map(sealed);

const cases: fc.Arbitrary<Case> = fc.record({ policies: definitions, event, world: world() });

/** The law is about two ways of finding policies: the engine as it is would scan such small sets. */
const law = (engine: Engine): fc.IProperty<unknown> => {
  const subject = engine === realEngine ? indexed : engine;
  return fc.property(cases, fc.constantFrom<Asking>("all", "first", "last"), (one, asking) =>
    isDeepStrictEqual(subject.run(one, asking), linear.run(one, asking)),
  );
};

testLaw("index: the indexed engine equals the linear scan", law, indexLosesAlternatives);

test.each([
  ["what a rewrite brings up is found", indexBlindToRewrites],
  ["a condition that fails is not lost", indexLosesFailures],
])(
  "index: %s: a broken engine is caught",
  (_, mutant) => {
    expect(() =>
      fc.assert(law(mutant) as fc.IRawProperty<unknown>, { numRuns: 20_000, endOnFailure: true }),
    ).toThrow();
  },
  600_000,
);
