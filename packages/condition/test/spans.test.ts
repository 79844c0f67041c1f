import { parse } from "@gatehouse-hooks/condition";
import type { Expr } from "@gatehouse-hooks/condition";
import { expect, test } from "vitest";

/** `kind: text` of a node and of all below it, as the condition is read; the text is what the span says. */
function* nodes(text: string, node: Expr): Generator<string> {
  yield `${node.kind}: ${text.slice(...node.span)}`;
  for (const child of Object.values(node) as readonly unknown[]) {
    for (const each of Array.isArray(child) ? (child as readonly unknown[]) : [child])
      if (typeof each === "object" && each !== null) yield* nodes(text, each as Expr);
  }
}

test.each<readonly [text: string, ...expected: readonly string[]]>([
  [" a ", "name: a"],
  [" 'b' ", "literal: 'b'"],
  [" -1.5 ", "literal: -1.5"],
  ["\tnull\n", "literal: null"],
  [" true ", "literal: true"],
  [" false ", "literal: false"],
  [" [ 1 , 'b' ] ", "list: [ 1 , 'b' ]", "literal: 1", "literal: 'b'"],
  [" a . b ", "member: a . b", "name: a"],
  [" a [ 0 ] ", "member: a [ 0 ]", "name: a"],
  [" a [ 'b' ] . c ", "member: a [ 'b' ] . c", "member: a [ 'b' ]", "name: a"],
  [" a . lower ( ) ", "call: a . lower ( )", "name: a"],
  [" a.b.includes( 'c' ) ", "call: a.b.includes( 'c' )", "member: a.b", "name: a", "literal: 'c'"],
  [" a == b ", "compare: a == b", "name: a", "name: b"],
  [" ! a ", "not: ! a", "name: a"],
  [" ! !a == b ", "not: ! !a == b", "not: !a == b", "compare: a == b", "name: a", "name: b"],
  [" ( a ) ", "truth: ( a )", "name: a"],
  [" ( a == b ) ", "compare: ( a == b )", "name: a", "name: b"],
  [" (( a == b )) ", "compare: (( a == b ))", "name: a", "name: b"],
  [" ( a ) == b ", "compare: ( a ) == b", "truth: ( a )", "name: a", "name: b"],
  [" a && b && c ", "and: a && b && c", "name: a", "name: b", "name: c"],
  [" a || b || c ", "or: a || b || c", "name: a", "name: b", "name: c"],
  [" a && b || c ", "or: a && b || c", "and: a && b", "name: a", "name: b", "name: c"],
  [" a && ( b || c ) ", "and: a && ( b || c )", "name: a", "or: ( b || c )", "name: b", "name: c"],
  [" has ( a.b ) ", "has: has ( a.b )", "member: a.b", "name: a"],
  [
    " a . any ( x , x == 1 ) ",
    "any: a . any ( x , x == 1 )",
    "name: a",
    "compare: x == 1",
    "name: x",
    "literal: 1",
  ],
  [" a.all( x, ! x ) ", "all: a.all( x, ! x )", "name: a", "not: ! x", "name: x"],
])("the spans of %j", (text, ...expected) => {
  const { ast } = parse(text);
  if (ast === null) throw new Error("refused");
  expect([...nodes(text, ast)]).toEqual(expected);
});

test("every node is frozen, with its span and its lists", () => {
  const { ast } = parse("!(a.b['c'][0].includes('d')) || [1, null, true].any(x, has(x.y) && (x) == -1)");
  const open: unknown[] = [ast];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    expect(Object.isFrozen(next)).toBe(true);
    open.push(...(Object.values(next) as readonly unknown[]));
  }
});
