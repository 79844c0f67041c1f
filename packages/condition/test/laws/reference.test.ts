import { compile, compileSealed, parse, print, readAst } from "@gatehouse-hooks/condition";
import type { Expr } from "@gatehouse-hooks/condition";
import type { JsonValue } from "@gatehouse-hooks/json";
import { isSealed, sealJson } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { events } from "../../../../test/arbitraries/events.js";
import { expressions } from "../../../../test/arbitraries/expressions.js";
import { interpret } from "../reference.js";
import { assertLaw, lawRuns } from "../../../../test/assert-law.js";

function sealed(event: JsonValue): JsonValue {
  const result = sealJson(event, { loneSurrogates: "keep" });
  if (result.issue !== undefined) throw new Error(result.issue.message);
  return result.value;
}

test("reference: the compiled condition equals the reference interpreter, on sealed and on plain events", () => {
  const outcomes = { true: 0, false: 0, "over-budget": 0 };
  assertLaw(
    fc.property(expressions, fc.array(events, { minLength: 3, maxLength: 3 }), (ast, some) => {
      const predicate = compile(ast);
      const sealedOnly = compileSealed(ast);
      for (const event of some) {
        const expected = interpret(ast, event);
        outcomes[`${expected}`]++;
        expect(predicate(event)).toBe(expected);
        const same = sealed(event);
        expect(predicate(same)).toBe(expected);
        if (isSealed(same)) expect(sealedOnly(same)).toBe(expected);
      }
    }),
  );
  // The generator is worth something only while both answers are frequent.
  const total = outcomes.true + outcomes.false + outcomes["over-budget"];
  expect(outcomes.true / total).toBeGreaterThan(0.2);
  expect(outcomes.false / total).toBeGreaterThan(0.2);
});

test("reference: the text, the AST and the stored AST are one condition", () => {
  assertLaw(
    fc.property(expressions, events, (ast, event) => {
      const parsed = parse(print(ast)).ast;
      const stored = readAst(JSON.parse(JSON.stringify(parsed))).ast;
      if (parsed === null || stored === null) throw new Error("does not parse");
      const expected = interpret(ast, event);
      expect([compile(parsed)(event), compile(stored)(event)]).toEqual([expected, expected]);
    }),
  );
});

/**
 * Every condition of at most two inner nodes over these leaves, on every event: nothing is left to chance. Fewer runs
 * of the laws, as mutation testing wants them, mean every so manieth condition.
 */
test("reference: equal on every small condition", () => {
  const span = [0, 0] as const;
  const a: Expr = { kind: "name", name: "a", span };
  const literals = [true, 0, "a", null].map((value): Expr => ({ kind: "literal", value, span }));
  const leaves: readonly Expr[] = [
    ...literals,
    a,
    { kind: "member", object: a, key: "b", span },
    { kind: "list", items: [], span },
    { kind: "name", name: "constructor", span },
  ];
  const operators = ["==", "!=", "<", "<=", ">", ">=", "in"] as const;
  const one = (x: Expr): Expr[] => [
    { kind: "not", operand: x, span },
    ...(x.kind === "name" || x.kind === "member" || x.kind === "list"
      ? [
          { kind: "truth", operand: x, span } as const,
          { kind: "call", method: "size", object: x, args: [], span } as const,
          { kind: "any", object: x, variable: "b", body: a, span } as const,
        ]
      : []),
    ...(x.kind === "name" || x.kind === "member" ? [{ kind: "has", target: x, span } as const] : []),
  ];
  const two = (x: Expr, y: Expr): Expr[] => [
    { kind: "and", operands: [x, y], span },
    { kind: "or", operands: [x, y], span },
    ...operators.map((operator): Expr => ({ kind: "compare", operator, left: x, right: y, span })),
    ...(x.kind === "name" || x.kind === "member"
      ? [{ kind: "call", method: "includes", object: x, args: [y], span } as const]
      : []),
  ];
  const small = [...leaves.flatMap(one), ...leaves.flatMap((x) => leaves.flatMap((y) => two(x, y)))];
  const all = [
    ...leaves,
    ...small,
    ...small.flatMap(one),
    ...small.flatMap((x) => leaves.flatMap((y) => [...two(x, y), ...two(y, x)])),
  ];
  const share = Math.max(1, Math.round(20_000 / lawRuns()));
  const conditions = all.filter((_, i) => i % share === 0);
  const values: readonly JsonValue[] = [true, 0, "a", null, [], ["a"], [null], {}, { b: true }, { b: "a" }];
  const plain: readonly JsonValue[] = [null, {}, ...values.map((value) => ({ a: value }))];
  const inputs = plain.flatMap((input) => [input, sealed(input)]);
  let different = 0;
  for (const condition of conditions) {
    const predicate = compile(condition);
    const sealedOnly = compileSealed(condition);
    for (const input of inputs) {
      const expected = interpret(condition, input);
      if (predicate(input) !== expected) different++;
      if (isSealed(input) && sealedOnly(input) !== expected) different++;
    }
  }
  expect(different).toBe(0);
  expect(all.length).toBeGreaterThan(5_000);
});
