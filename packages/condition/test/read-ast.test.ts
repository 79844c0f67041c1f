import { compile, parse, readAst } from "@gatehouse/condition";
import type { Expr } from "@gatehouse/condition";
import { describe, expect, test } from "vitest";

const span = [0, 1];
const name = { kind: "name", name: "a", span };
const text = (value: string): object => ({ kind: "literal", value, span });
const call = (method: string, ...args: readonly object[]): object => ({
  kind: "call",
  method,
  object: name,
  args,
  span,
});

function nested(depth: number): object {
  let node: object = name;
  for (let i = 1; i < depth; i++) node = { kind: "not", operand: node, span };
  return node;
}

describe("a stored AST that breaks a rule is refused", () => {
  test.each<readonly [string, unknown]>([
    ["not an object", "a"],
    ["null", null],
    ["a list", [name]],
    ["no kind", { span }],
    ["an unknown kind", { kind: "eval", code: "1", span }],
    ["an inherited kind", Object.create(name)],
    ["a getter", Object.defineProperty({ span, name: "a" }, "kind", { get: () => "name", enumerable: true })],
    ["no span", { kind: "name", name: "a" }],
    ["a span that runs backwards", { ...name, span: [2, 1] }],
    ["a span beyond any text", { ...name, span: [0, 20_000] }],
    ["a span of three", { ...name, span: [0, 1, 2] }],
    ["a literal without a value", { kind: "literal", span }],
    ["a literal that is a list", { kind: "literal", value: [], span }],
    ["a number out of range", { kind: "literal", value: 2 ** 60, span }],
    ["a number that is not finite", { kind: "literal", value: Infinity, span }],
    ["a name that is none", { kind: "name", name: "a b", span }],
    ["a reserved name", { kind: "name", name: "true", span }],
    ["a name that is a number", { kind: "name", name: 1, span }],
    ["a key that is none", { kind: "member", object: name, key: null, span }],
    ["a key that is a fraction", { kind: "member", object: name, key: 0.5, span }],
    ["a suffix on a number", { kind: "member", object: { kind: "literal", value: 1, span }, key: "a", span }],
    [
      "a suffix on a comparison",
      call("lower") && { kind: "member", object: { kind: "not", operand: name, span }, key: "a", span },
    ],
    ["an unknown method", call("constructor")],
    ["an inherited method name", call("toString")],
    ["too few arguments", call("includes")],
    ["too many arguments", call("lower", text("a"))],
    ["a pattern that is no literal", call("matches", name)],
    ["a pattern that is no string", call("glob", { kind: "literal", value: 1, span })],
    ["a pattern that does not compile", call("matches", text("("))],
    ["a glob that does not compile", call("glob", text("["))],
    ["an enormous pattern", call("matches", text("a".repeat(1_001)))],
    ["a pattern that grows", call("matches", text("(((a{10}){10}){10}){10}"))],
    ["a pattern that grows less than RE2 minds", call("matches", text("(?:abcdefghij){300}"))],
    ["an unknown operator", { kind: "compare", operator: "=~", left: name, right: name, span }],
    ["one operand of and", { kind: "and", operands: [name], span }],
    ["operands that are no list", { kind: "or", operands: { length: 2 }, span }],
    ["has of a literal", { kind: "has", target: text("a"), span }],
    ["the truth of a truth value", { kind: "truth", operand: { kind: "not", operand: name, span }, span }],
    ["any without a variable", { kind: "any", object: name, body: name, span }],
    [
      "any within any, four times",
      [0, 1, 2, 3].reduce<object>((body) => ({ kind: "any", object: name, variable: "x", body, span }), name),
    ],
    ["too deep", nested(501)],
    ["far too deep", nested(100_000)],
    ["too large", { kind: "list", items: Array.from({ length: 4_000 }, () => name), span }],
    [
      "a proxy that throws",
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("trap");
          },
        },
      ),
    ],
  ])("%s", (_, stored) => {
    const { ast, issues } = readAst(stored);
    expect([ast, issues[0]?.code]).toEqual([null, "bad-ast"]);
    expect(() => compile(stored as Expr)).toThrow(TypeError);
  });
});

test("what is wrong with an AST made by hand is said", () => {
  const make = (): unknown => compile({ kind: "eval", span } as unknown as Expr);
  expect(make).toThrow(new TypeError("not a valid AST: an unknown kind of node"));
});

test("at the limits an AST is still read", () => {
  expect(readAst(nested(500)).issues).toEqual([]);
  expect(readAst({ kind: "list", items: Array.from({ length: 3_999 }, () => name), span }).issues).toEqual(
    [],
  );
});

test("a stored AST is read back equal, frozen, and without what does not belong to it", () => {
  const { ast } = parse(
    'a.b["c d"][0].lower().includes("x") && !(b) || c.any(x, x in [1, null]) && has(d) && e.glob("*") != (f)',
  );
  const stored = JSON.parse(JSON.stringify(ast)) as Record<string, unknown>;
  const read = readAst({ ...stored, extra: "x" });
  expect(read.ast).toEqual(ast);
  expect(Object.isFrozen(read.ast)).toBe(true);
  expect(JSON.stringify(read.ast)).toBe(JSON.stringify(ast));
});

test("a change of the stored AST after reading does not show", () => {
  const stored = { kind: "literal", value: true, span };
  const { ast } = readAst(stored);
  stored.value = false;
  if (ast === null) throw new Error("refused");
  expect(compile(ast)({})).toBe(true);
});

test("an AST made by hand is checked and copied by compile", () => {
  const byHand = { kind: "and", operands: [name, { ...name, name: "b" }], span } as unknown as Expr & {
    kind: string;
  };
  const predicate = compile(byHand);
  byHand.kind = "or" as "and";
  expect(predicate({ a: true, b: false })).toBe(false);
});
