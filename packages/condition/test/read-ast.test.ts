import { compile, parse, readAst } from "@gatehouse-hooks/condition";
import type { Expr } from "@gatehouse-hooks/condition";
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

/** `name` with other fields. */
const but = (fields: object): object => ({ ...name, ...fields });
const loop = (kind: "any" | "all", body: object): object => ({
  kind,
  object: name,
  variable: "x",
  body,
  span,
});

describe("and the refusal says why", () => {
  test.each<readonly [message: string, stored: unknown]>([
    ["expected a node", "a"],
    ["expected a node", null],
    ["expected a node", 1],
    ["expected a node", [name]],
    ["expected a node", { kind: "not", span }],
    ["expected a node", { kind: "list", items: [null], span }],
    ["an unknown kind of node", { span }],
    ["an unknown kind of node", { kind: 1, span }],
    ["expected a list", { kind: "name", name: "a" }],
    ["expected a list", but({ span: { 0: 0, 1: 1, length: 2 } })],
    ["a bad span", but({ span: [] })],
    ["a bad span", but({ span: [0] })],
    ["a bad span", but({ span: [2, 1] })],
    ["a bad span", but({ span: [-1, 1] })],
    ["a bad span", but({ span: [0.5, 1] })],
    ["a bad span", but({ span: ["0", "1"] })],
    ["a bad span", but({ span: [0, 16_385] })],
    ["a bad span", but({ span: [0, 1, 2] })],
    ["a literal without a value", { kind: "literal", span }],
    ["a literal without a value", { kind: "literal", value: {}, span }],
    ["a number out of range", { kind: "literal", value: 2 ** 53, span }],
    ["a bad name", but({ name: "a b" })],
    ["a bad name", but({ name: "" })],
    ["a bad name", but({ name: "1a" })],
    ...["a@", "a[", "a`", "a{", "a/", "a:", "\u00e9", "a\u0141"].map(
      (text) => ["a bad name", but({ name: text })] as const,
    ),
    ["a bad name", but({ name: 1 })],
    ["a bad name", but({ name: "true" })],
    ["a bad name", but({ name: "false" })],
    ["a bad name", but({ name: "null" })],
    ["a bad name", but({ name: "in" })],
    ["a bad name", { kind: "any", object: name, body: name, span }],
    ["a bad key", { kind: "member", object: name, key: null, span }],
    ["a bad key", { kind: "member", object: name, key: 0.5, span }],
    ["a bad key", { kind: "member", object: name, key: true, span }],
    [
      "a suffix on a literal",
      { kind: "member", object: { kind: "literal", value: 1, span }, key: "a", span },
    ],
    [
      "a suffix on an operator",
      { kind: "member", object: { kind: "not", operand: name, span }, key: "a", span },
    ],
    ["a suffix on an operator", { ...loop("any", name), object: { kind: "truth", operand: name, span } }],
    ["an unknown method", call("constructor")],
    ["an unknown method", { ...call("lower"), method: 1 }],
    ["an unknown method", { ...call("lower"), method: undefined }],
    ["`includes` with 0 arguments", call("includes")],
    ["`lower` with 1 arguments", call("lower", text("a"))],
    ["a pattern that is not a literal", call("matches", name)],
    ["a pattern that is not a literal", call("glob", { kind: "literal", value: 1, span })],
    ["a pattern that does not compile: missing closing )", call("matches", text("("))],
    ["a pattern that does not compile: a `[` without `]`", call("glob", text("["))],
    ["an unknown operator", { kind: "compare", operator: "=~", left: name, right: name, span }],
    ["an unknown operator", { kind: "compare", operator: 1, left: name, right: name, span }],
    ["`and` with fewer than two operands", { kind: "and", operands: [name], span }],
    ["`or` with fewer than two operands", { kind: "or", operands: [], span }],
    ["`has` of something that is not a property", { kind: "has", target: text("a"), span }],
    [
      "the truth value of something that is true or false already",
      { kind: "truth", operand: { kind: "not", operand: name, span }, span },
    ],
    [
      "`any` and `all` within each other more than 3 times",
      loop("any", loop("all", loop("any", loop("all", name)))),
    ],
    ["nested deeper than 500 nodes", nested(501)],
    ["more than 4000 nodes", { kind: "list", items: Array.from({ length: 4_000 }, () => name), span }],
  ])("%s", (message, stored) => {
    expect(readAst(stored)).toEqual({ ast: null, issues: [{ severity: "error", code: "bad-ast", message }] });
  });
});

test("what stands at the edge of a rule is read", () => {
  for (const stored of [
    but({ span: [0, 0] }),
    but({ span: [16_384, 16_384] }),
    but({ name: "trues" }),
    { kind: "literal", value: -(2 ** 53 - 1), span },
    { kind: "literal", value: 1.5e-300, span },
    { kind: "member", object: text("a"), key: -1, span },
    { kind: "member", object: loop("any", name), key: "", span },
    { kind: "member", object: loop("all", name), key: "a", span },
    { kind: "member", object: call("lower"), key: "a", span },
    { kind: "member", object: { kind: "list", items: [], span }, key: 0, span },
    loop("any", loop("all", loop("any", name))),
    { ...loop("any", loop("all", loop("any", name))), object: loop("all", name) },
    { kind: "literal", value: "\ud800", span },
  ]) {
    expect([stored, ...readAst(stored).issues]).toEqual([stored]);
  }
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
