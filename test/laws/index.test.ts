import type { Expr } from "@gatehouse-hooks/condition";
import type { Condition, Derive, Event, PolicyDefinition } from "@gatehouse-hooks/engine";
import { openPolicyStore, storePolicySet } from "@gatehouse-hooks/store";
import fc from "fast-check";
import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import type { Finding } from "../../packages/engine/src/candidates/event-policies.js";
import { Deriving } from "../../packages/engine/src/facts/deriving.js";
import { policySet } from "../../packages/engine/src/policy-set.js";
import { assertLaw, isLaterTier, slowLaw } from "../assert-law.js";
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
const listed = finding("lists");
const storeOptions = { hash: (text: string): string => hash("sha256", text), writer: "the laws" };
const fromStore = engineOn((one) => {
  const set = policySet(compiled(one), "scan");
  const opened = openPolicyStore(storePolicySet({ set, issues: [], lost: [] }, storeOptions), storeOptions);
  if (opened.kind !== "opened") throw new Error(opened.issue.message);
  return opened.stored.set;
});

/** Words that overlap, contain each other and share beginnings and ends. */
const word = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom("", "ä", "\u{1f512}", "__proto__", "length", "a".repeat(40)) },
);
const scalar = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, 0, 1, -1) },
);

/** The same in both cases, with the characters that fold into ASCII: the Kelvin sign, the long s, the I with a dot; and those that do not. */
const casedUnit = fc.constantFrom(
  "a",
  "B",
  "k",
  "K",
  "s",
  "S",
  "i",
  "I",
  "\u212a",
  "\u017f",
  "\u0130",
  "\u0131",
  "\u00df",
  "\ufb01",
  "\u00e9",
  "\u00c9",
);
const cased = fc.string({ unit: casedUnit, minLength: 1, maxLength: 4 });
const number = fc.constantFrom(-1, 0, 0.5, 1, 2, 3, 1e9);

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

function compare(left: Expr, operator: string, right: Expr): Expr {
  return { kind: "compare", operator: operator as "==", left, right, span };
}

function call(object: Expr, method: string, argument?: string): Expr {
  return {
    kind: "call",
    method: method as "includes",
    object,
    args: argument === undefined ? [] : [literal(argument)],
    span,
  };
}

/** A path, in another case or trimmed. */
function converted(): fc.Arbitrary<Expr> {
  return fc
    .tuple(path, fc.array(fc.constantFrom("lower", "upper", "trim"), { maxLength: 2 }))
    .map(([of, methods]) => methods.reduce((object, method) => call(object, method), of));
}

const PATTERNS = [
  "^a",
  "b+c",
  "(?i)ks",
  "(?i)i",
  "k|S",
  "(?i:a)B",
  "[ab]{2}c$",
  "ab?c",
  "^$",
  "s.*k",
  "a{950}a{950}",
] as const;
const GLOBS = ["*", "a*", "**/*.ts", "*{b,k}", "?K*", "[ab]c*", "i", "*S"] as const;

/** Of an element: itself, or its property. */
function elementTest(): fc.Arbitrary<Expr> {
  const of = fc.constantFrom<Expr>(name("v"), member(name("v"), "x"));
  return fc.oneof(
    fc.tuple(of, scalar).map(([left, value]) => compare(left, "==", literal(value))),
    fc.tuple(of, cased).map(([object, part]) => call(call(object, "lower"), "includes", part)),
    fc.tuple(of, fc.constantFrom(...PATTERNS)).map(([object, pattern]) => call(object, "matches", pattern)),
    fc.tuple(of, scalar).map(([object, value]): Expr => ({
      kind: "any",
      object,
      variable: "w",
      body: compare(member(name("w"), "x"), "==", literal(value)),
      span,
    })),
    fc.tuple(of, of, cased).map(([object, other, part]): Expr => ({
      kind: "and",
      operands: [call(object, "startsWith", part), other],
      span,
    })),
  );
}

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
  // As one writes them against another case, blanks at the ends, sizes, numbers and presence.
  {
    weight: 6,
    arbitrary: fc
      .tuple(converted(), fc.constantFrom("==", "<", ">="), cased)
      .map(([left, operator, value]) => compare(left, operator, literal(value))),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(converted(), fc.array(fc.oneof(cased, cased, fc.constant(null)).map(literal), { maxLength: 3 }))
      .map(([left, items]) => compare(left, "in", { kind: "list", items, span })),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(converted(), fc.constantFrom("includes", "startsWith", "endsWith"), cased)
      .map(([object, method, part]) => call(object, method, part)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(path, fc.constantFrom("==", "<", "<=", ">", ">="), number)
      .map(([left, operator, value]) => compare(call(left, "size"), operator, literal(value))),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(path, fc.constantFrom("==", "<", "<=", ">", ">="), number)
      .map(([left, operator, value]) => compare(left, operator, literal(value))),
  },
  { weight: 1, arbitrary: path },
  { weight: 1, arbitrary: path.map((target): Expr => ({ kind: "has", target, span })) },
  { weight: 1, arbitrary: path.map((left) => compare(left, "!=", literal(null))) },
  { weight: 1, arbitrary: scalar.map((value) => compare(literal(value), "in", name("list"))) },
  // Patterns, whose literals are looked up; one is over budget on the longest text.
  {
    weight: 6,
    arbitrary: fc
      .tuple(converted(), fc.constantFrom(...PATTERNS))
      .map(([object, pattern]) => call(object, "matches", pattern)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(converted(), fc.constantFrom(...GLOBS))
      .map(([object, pattern]) => call(object, "glob", pattern)),
  },
  // An element of a list, and every one.
  {
    weight: 4,
    arbitrary: fc
      .record({ kind: fc.constantFrom("any" as const, "all" as const), body: elementTest() })
      .map(({ kind, body }): Expr => ({ kind, object: name("items"), variable: "v", body, span })),
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

const inner = fc.array(fc.oneof(scalar, fc.record({ x: scalar })), { maxLength: 2 });
const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom("a", "b", "c", "x", "y", "ä"), maxLength: 12 }) },
  {
    weight: 6,
    arbitrary: fc.string({ unit: fc.oneof(casedUnit, casedUnit, fc.constant(" ")), maxLength: 8 }),
  },
);
/** Too long for the largest pattern: its condition fails. */
const longest = fc.constant("a".repeat(220_000));
const event: fc.Arbitrary<Event> = fc
  .record(
    {
      event: fc.constant("before_tool_call"),
      toolName: fc.oneof(word, scalar, text),
      params: fc.oneof(
        {
          weight: 40,
          arbitrary: fc.record({ a: fc.oneof(text, scalar, number), b: text }, { requiredKeys: [] }),
        },
        { weight: 1, arbitrary: fc.record({ a: longest }) },
        { weight: 12, arbitrary: scalar },
      ),
      items: fc.oneof(
        {
          weight: 6,
          arbitrary: fc.array(
            fc.oneof(text, scalar, fc.record({ x: fc.oneof(text, scalar, inner) }), inner),
            {
              maxLength: 3,
            },
          ),
        },
        { weight: 1, arbitrary: word },
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
  const subjects = engine === realEngine ? [indexed, listed] : [engine];
  return fc.property(cases, fc.constantFrom<Asking>("all", "first", "last"), (one, asking) => {
    const expected = linear.run(one, asking);
    return subjects.every((subject) => isDeepStrictEqual(subject.run(one, asking), expected));
  });
};

testLaw("index: the indexed engine equals the linear scan", law, indexLosesAlternatives, slowLaw(200, 500));

test("index: a store, which has the triggers of the index, equals the linear scan", () => {
  assertLaw(law(fromStore), slowLaw(200, 500));
}, 600_000);

/** The same conditions, of what is derived: `items`, `list` and `deep` of the event are its facts. */
function ofFacts(ast: Expr): Expr {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== "object" || value === null) return value;
    const node = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
    const isDerived = node["kind"] === "name" && ["items", "list", "deep"].includes(String(node["name"]));
    return isDerived ? member(name("facts"), String(node["name"])) : node;
  };
  return copy(ast) as Expr;
}

const factCases: fc.Arbitrary<Case> = cases.map((one) => ({
  ...one,
  policies: one.policies.map((policy) => ({
    ...policy,
    ...(policy.matcher?.ast ? { matcher: { text: "generated", ast: ofFacts(policy.matcher.ast) } } : {}),
    ...(policy.condition?.ast
      ? { condition: { text: "generated", ast: ofFacts(policy.condition.ast) } }
      : {}),
  })),
}));

test.each(["index", "lists", "store"] as const)(
  "index: policies over derived facts, also where these fail: %s",
  (how) => {
    let failures = 0;
    const derive = (): Derive & { calls: Map<unknown, number> } => {
      const calls = new Map<unknown, number>();
      return {
        calls,
        version: "1",
        facts: (given) => {
          calls.set(given, (calls.get(given) ?? 0) + 1);
          if (JSON.stringify(given).length % 5 === 0) throw new Error("fails");
          const { items, list, deep, params } = given;
          return {
            ...(items === undefined ? {} : { items }),
            ...(list === undefined ? {} : { list }),
            ...(deep === undefined ? {} : { deep }),
            ...(params === undefined ? {} : { params }),
          };
        },
      };
    };
    const engine = (way: "scan" | "index" | "lists", by: Derive): Engine =>
      engineOn((one) => policySet(compiled(one), way, undefined, new Deriving(by, true)));
    const stored = (by: Derive): Engine =>
      engineOn((one) => {
        const set = policySet(compiled(one), "scan", undefined, new Deriving(by, true));
        const opened = openPolicyStore(storePolicySet({ set, issues: [], lost: [] }, storeOptions), {
          ...storeOptions,
          derive: by,
        });
        if (opened.kind !== "opened") throw new Error(opened.issue.message);
        return opened.stored.set;
      });
    assertLaw(
      fc.property(factCases, (one) => {
        const by = derive();
        const expected = engine("scan", derive()).run(one);
        if (expected.decision.trace.some(({ failure }) => failure?.code === "no-facts")) failures++;
        const found = (how === "store" ? stored(by) : engine(how, by)).run(one);
        expect(found).toEqual(expected);
        // Law 11: at most once for each input.
        for (const [, calls] of by.calls) expect(calls).toBe(1);
      }),
      slowLaw(200, 500),
    );
    expect(failures).toBeGreaterThan(10);
  },
  600_000,
);

// The quick tier has tried that, as `testLaw` says.
test.skipIf(isLaterTier()).each([
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
