import type { Expr } from "@gatehouse-hooks/condition";
import { isChecked, readAst } from "@gatehouse-hooks/condition/compile";
import { takeAst } from "@gatehouse-hooks/condition/stored";
import { re2 } from "@gatehouse-hooks/condition/re2";
import type { JsonObject } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { expressions } from "../../../../test/arbitraries/expressions.js";
import { assertLaw } from "../../../../test/assert-law.js";

const options = { patterns: re2 };

/** What may be wrong with an AST in a text: each is tried at each place that a path leads to. */
const DAMAGE: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  true,
  -0,
  0.5,
  2 ** 53,
  1e300,
  -1,
  "",
  "a b",
  "\ud800",
  "eval",
  "(",
  [],
  [1],
  [0, 1, 2],
  {},
  { kind: "name", name: "a", span: [0, 1] },
);

interface Damaged {
  readonly ast: Expr;
  readonly steps: readonly number[];
  readonly by: unknown;
  readonly how: "replace" | "remove" | "add" | "reverse" | "nothing";
}

const damaged: fc.Arbitrary<Damaged> = fc.record({
  ast: expressions,
  steps: fc.array(fc.nat({ max: 7 }), { maxLength: 8 }),
  by: DAMAGE,
  how: fc.constantFrom("replace", "remove", "add", "reverse", "nothing"),
});

/** The text of the AST with one place of it changed. */
function textOf({ ast, steps, by, how }: Damaged): string {
  const root = { ast: JSON.parse(JSON.stringify(ast)) as unknown };
  let owner: Record<string, unknown> = root;
  let key = "ast";
  for (const step of steps) {
    const below = owner[key];
    if (typeof below !== "object" || below === null) break;
    const keys = Object.keys(below);
    const next = keys[step % Math.max(keys.length, 1)];
    if (next === undefined) break;
    owner = below as Record<string, unknown>;
    key = next;
  }
  if (how === "replace") owner[key] = by;
  if (how === "remove") Reflect.deleteProperty(owner, key);
  if (how === "add" && owner !== root) owner["more"] = by;
  const value = owner[key];
  if (how === "reverse" && typeof value === "object" && value !== null && !Array.isArray(value))
    owner[key] = Object.fromEntries(Object.entries(value).reverse());
  // `JSON.stringify` writes -0 as 0.
  return Object.is(by, -0) && how === "replace"
    ? JSON.stringify(root, (_, member: unknown) => (Object.is(member, -0) ? "-0" : member)).replaceAll(
        '"-0"',
        "-0",
      )
    : JSON.stringify(root);
}

type Take = typeof takeAst;

function taken(text: string, take: Take): Expr | undefined {
  return take((JSON.parse(text) as { readonly ast: JsonObject }).ast, options)?.value;
}

/** All nodes and lists of an AST. */
function partsOf(value: unknown): readonly object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(partsOf)];
}

function isAlike(one: Expr, other: Expr): boolean {
  return (
    isDeepStrictEqual(one, other) &&
    JSON.stringify(one) === JSON.stringify(other) &&
    partsOf(one).every((part) => Object.isFrozen(part) && (Array.isArray(part) || isChecked(part)))
  );
}

/** Undefined, or as `readAst` has it: for a text that `JSON.parse` may have read otherwise than it is written, undefined. */
const sameAsRead = (take: Take) =>
  fc.property(damaged, (change) => {
    const text = textOf(change);
    const stored = JSON.parse(text) as { readonly ast?: unknown };
    if (typeof stored.ast !== "object" || stored.ast === null) return true;
    const found = taken(text, take);
    if (found === undefined) return true;
    const { ast } = readAst((JSON.parse(text) as { readonly ast: unknown }).ast, options);
    return ast !== null && isAlike(found, ast) && !/\\ud800|-0(?![\d.])/.test(text);
  });

test("an AST is taken from a text as `readAst` reads it, or not at all", () => {
  assertLaw(sameAsRead(takeAst));
});

test("an AST that was written as it is comes back by itself", () => {
  assertLaw(
    fc.property(expressions, (ast) => {
      const text = JSON.stringify({ ast });
      const found = taken(text, takeAst);
      return /\\ud|-0(?![\d.])/.test(text) || (found !== undefined && isAlike(found, ast));
    }),
  );
});

test("the law bites: taking without looking, and without marking, is found", () => {
  const blind = ((fresh: JsonObject) => ({ value: fresh as object as Expr, members: 0, values: 0 })) as Take;
  expect(() => assertLaw(sameAsRead(blind))).toThrow();
});

test("members and values are counted as they are in the text", () => {
  assertLaw(
    fc.property(expressions, (ast) => {
      const found = takeAst(JSON.parse(JSON.stringify(ast)) as JsonObject, options);
      const all = partsOf(ast);
      const members = all.flatMap((part) => (Array.isArray(part) ? [] : Object.keys(part)));
      const items = all.flatMap((part) => (Array.isArray(part) ? (part as readonly unknown[]) : []));
      return (
        found === undefined ||
        (found.members === members.length && found.values === members.length + items.length)
      );
    }),
  );
});

test("a node that inherits a part is not taken", () => {
  const span = { value: [0, 1], enumerable: true, configurable: true };
  const node = JSON.parse('{"kind":"name","name":"a"}') as JsonObject;
  // oxlint-disable-next-line no-extend-native -- what a program that embeds it may have done
  Object.defineProperty(Object.prototype, "span", span);
  const taken = takeAst(node, { patterns: re2 });
  Reflect.deleteProperty(Object.prototype, "span");
  expect(taken).toBeUndefined();
});
