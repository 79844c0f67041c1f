import { compile, condition, parse, print, type Expr } from "@gatehouse-hooks/condition";
import type { JsonObject } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { events } from "../../../test/arbitraries/events.js";
import { expressions } from "../../../test/arbitraries/expressions.js";
import { assertLaw } from "../../../test/assert-law.js";
import { CoverageCounter, whyApplies } from "../src/index.js";
import { AtomTree } from "../src/explain/atom-tree.js";

function ast(text: string): Expr {
  const parsed = parse(text);
  if (parsed.ast === null) throw new Error(`${text}: ${parsed.issues[0]?.message ?? ""}`);
  return parsed.ast;
}

const checked = expressions.map((one) => ast(print(one)));

/** Random conditions, joined: some of them several times. */
const joined = fc
  .tuple(
    fc.array(expressions.map(print), { minLength: 2, maxLength: 4 }),
    fc.array(fc.nat(2), { minLength: 5, maxLength: 5 }),
  )
  .map(([parts, coins]) => {
    const [first = ""] = parts;
    const text = [...parts, first].reduce((all, part, i) => {
      const operand = coins[i] === 2 ? `!(${part})` : `(${part})`;
      return `(${all}) ${coins[i] === 1 ? "&&" : "||"} ${operand}`;
    });
    return ast(text);
  });

const policyOf = (text: string): Parameters<typeof whyApplies>[0] => ({
  condition: { text, ast: ast(text) },
});

const keyOf = (node: Expr): string =>
  JSON.stringify(node, (key, value: unknown) => (key === "span" ? undefined : value));

/** The condition with a constant in the place of each test, evaluated. */
function withTruths(node: Expr, truthOf: (key: string) => boolean): unknown {
  const replaced = (one: Expr): Expr => {
    switch (one.kind) {
      case "truth":
        return replaced(one.operand);
      case "not":
        return { ...one, operand: replaced(one.operand) };
      case "and":
      case "or":
        return { ...one, operands: one.operands.map(replaced) };
      default:
        return { kind: "literal", value: truthOf(keyOf(one)), span: one.span };
    }
  };
  return compile(replaced(node))({});
}

/** What the tree says of one event; nothing where the condition runs out of budget. */
function looked(node: Expr, event: JsonObject) {
  const tree = new AtomTree(policyOf(print(node)));
  const truths = tree.truths(event);
  const keys = tree.atoms.map((atom) => keyOf(atom.node));
  const known = new Map(keys.map((key, i) => [key, truths[i] === true]));
  return { tree, truths, keys, known, outcome: compile(node)(event) };
}

describe("what decides", () => {
  test("the deciding tests decide, whatever the others say", () => {
    let several = 0;
    assertLaw(
      fc.property(joined, events, fc.infiniteStream(fc.boolean()), (node, event, coins) => {
        const { tree, truths, keys, known, outcome } = looked(node, event as JsonObject);
        if (outcome === "over-budget") return;
        expect(tree.applies(truths)).toBe(outcome);
        const deciding = tree.deciding(truths);
        if (deciding.length < keys.length) several++;
        const kept = new Set(deciding.map((atom) => keys[atom]));
        for (let trial = 0; trial < 8; trial++) {
          const others = new Map(keys.map((key) => [key, coins.next().value]));
          const said = withTruths(node, (key) => (kept.has(key) ? known : others).get(key) === true);
          expect(said).toBe(outcome);
        }
        for (const atom of deciding) {
          const fewer = truths.map((truth, i) => (i !== atom && deciding.includes(i) ? truth : undefined));
          expect(tree.applies(fewer)).toBeUndefined();
        }
      }),
      { quick: 200 },
    );
    expect(several).toBeGreaterThan(50);
  });

  test("a test decides alone exactly where its contrary changes the outcome", () => {
    let both = 0;
    assertLaw(
      fc.property(joined, events, (node, event) => {
        const { tree, truths, keys, known, outcome } = looked(node, event as JsonObject);
        if (outcome === "over-budget" || truths.includes(undefined)) return;
        const pivotal = tree.pivotal(truths);
        if (pivotal.length > 0 && pivotal.length < keys.length) both++;
        keys.forEach((key, atom) => {
          const flipped = withTruths(node, (one) => (known.get(one) === true) !== (one === key));
          expect(pivotal.includes(atom)).toBe(flipped !== outcome);
        });
      }),
      { quick: 200 },
    );
    expect(both).toBeGreaterThan(20);
  });

  test.each([
    ["a && b", { a: 1, b: 1 }, true, ["a", "b"]],
    ["a && b", { a: 1 }, false, ["b"]],
    ["a || b || c", { b: 1, c: 1 }, true, ["b"]],
    ["a || b", {}, false, ["a", "b"]],
    ["(b || a) && (a || c)", { a: 1, b: 1, c: 1 }, true, ["a"]],
    ["!(a || b)", { a: 1 }, false, ["a"]],
    ["!a && !(b && c)", { b: 1 }, true, ["a", "c"]],
    ["a || (b && c)", { a: 1, b: 1, c: 1 }, true, ["a"]],
    ["true", {}, true, ["true"]],
  ])("%s on %j: %s for %j", (text, event, applies, deciding) => {
    const why = whyApplies(policyOf(text), event);
    expect(why.applies).toBe(applies);
    expect(why.deciding.map((one) => one.text)).toEqual(deciding);
  });

  test("of a matcher that does not hold the condition is not looked at", () => {
    const matcher = condition('toolName == "Bash"').condition;
    const policy = { matcher, ...policyOf("params.a && params.b") };
    expect(whyApplies(policy, { toolName: "Read" })).toEqual({
      applies: false,
      deciding: [{ part: "matcher", text: 'toolName == "Bash"', was: false, paths: [["toolName"]] }],
    });
  });

  test("a policy without conditions, or with one that does not parse, applies for no test", () => {
    expect(whyApplies({}, {})).toEqual({ applies: true, deciding: [] });
    expect(whyApplies({ condition: { text: "a ==", ast: null } }, {})).toEqual({
      applies: true,
      deciding: [],
    });
  });
});

describe("coverage", () => {
  test("how often each test came out how, and decided alone", () => {
    const counter = new CoverageCounter(policyOf("a && (b || c)"));
    for (const event of [{ a: 1, b: 1 }, { a: 1, b: 1, c: 1 }, { b: 1 }, { a: 1 }]) counter.add(event);
    expect(counter.report()).toEqual({
      events: 4,
      applied: 2,
      atoms: [
        { part: "condition", text: "a", held: 3, failed: 1, decided: 3 },
        { part: "condition", text: "b", held: 3, failed: 1, decided: 2 },
        { part: "condition", text: "c", held: 1, failed: 3, decided: 1 },
      ],
    });
  });

  test("a test that is written twice is one", () => {
    const counter = new CoverageCounter(policyOf("(a && b) || (a && c)"));
    counter.add({ a: 1, b: 1, c: 1 });
    expect(counter.report().atoms).toEqual([
      { part: "condition", text: "a", held: 1, failed: 0, decided: 1 },
      { part: "condition", text: "b", held: 1, failed: 0, decided: 0 },
      { part: "condition", text: "c", held: 1, failed: 0, decided: 0 },
    ]);
  });

  test("tests inside of any and all: for an element", () => {
    const counter = new CoverageCounter(
      policyOf('a && list.any(x, x.n == 1 && !(x.t == "b" || x.t == "c"))'),
    );
    counter.add({ a: 1, list: [{ n: 1, t: "a" }] });
    counter.add({
      a: 1,
      list: [
        { n: 2, t: "a" },
        { n: 1, t: "b" },
      ],
    });
    counter.add({ list: [{ n: 1, t: "a" }] });
    counter.add({ a: 1, list: [] });
    expect(counter.report().atoms.slice(1)).toEqual([
      {
        part: "condition",
        text: 'list.any(x, x.n == 1 && !(x.t == "b" || x.t == "c"))',
        held: 2,
        failed: 2,
        decided: 3,
      },
      { part: "condition", text: "x.n == 1", held: 3, failed: 1, decided: 2 },
      { part: "condition", text: 'x.t == "b"', held: 1, failed: 3, decided: 2 },
      { part: "condition", text: 'x.t == "c"', held: 0, failed: 3, decided: 1 },
    ]);
  });

  test("a body that is one test is told once; a quantifier inside of another one is a test, too", () => {
    const texts = (text: string): readonly string[] =>
      new CoverageCounter(policyOf(text)).report().atoms.map((atom) => atom.text);
    expect(texts("list.any(x, x == 1)")).toEqual(["list.any(x, x == 1)"]);
    expect(texts("list.any(x, !(x == 1))")).toEqual(["list.any(x, !(x == 1))", "(x == 1)"]);
    expect(texts("list.all(x, x.a || x.b.any(y, y == 1))").slice(1)).toEqual(["x.a", "x.b.any(y, y == 1)"]);
  });

  test("any condition is counted", () => {
    assertLaw(
      fc.property(checked, fc.array(events, { maxLength: 3 }), (node, some) => {
        const counter = new CoverageCounter(policyOf(print(node)));
        for (const event of some) counter.add(event as JsonObject);
        const report = counter.report();
        for (const { held, failed, decided } of report.atoms)
          expect(Math.max(held, failed, decided)).toBeLessThanOrEqual(report.events);
      }),
      { quick: 100 },
    );
  });
});
