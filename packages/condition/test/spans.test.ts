import { parse } from "@gatehouse/condition";
import type { Expr } from "@gatehouse/condition";
import { expect, test } from "vitest";

/** Every node from the root down, left to right: its kind and the text of its span. */
function spansOf(text: string): readonly string[] {
  const { ast, issues } = parse(text);
  if (ast === null) throw new Error(issues[0]?.message);
  const found: string[] = [];
  const visit = (node: Expr): void => {
    found.push(`${node.kind}: ${text.slice(...node.span)}`);
    for (const value of Object.values(node) as readonly unknown[]) {
      for (const child of Array.isArray(value) ? (value as readonly unknown[]) : [value])
        if (typeof child === "object" && child !== null && "kind" in child) visit(child as Expr);
    }
  };
  visit(ast);
  return found;
}

/** SPEC, "AST": each node has the span of its text, with the parentheses around it and without the blanks. */
test.each<readonly [string, readonly string[]]>([
  [" a ", ["name: a"]],
  [' "x\\n" ', ['literal: "x\\n"']],
  [" -1.5e3 ", ["literal: -1.5e3"]],
  [" true || null ", ["or: true || null", "literal: true", "literal: null"]],
  [" a . b ", ["member: a . b", "name: a"]],
  [' a [ "b" ] [ 0 ] ', ['member: a [ "b" ] [ 0 ]', 'member: a [ "b" ]', "name: a"]],
  [" a.null.in ", ["member: a.null.in", "member: a.null", "name: a"]],
  [" a in [ 1 , b ] ", ["compare: a in [ 1 , b ]", "name: a", "list: [ 1 , b ]", "literal: 1", "name: b"]],
  [" a in [ ] ", ["compare: a in [ ]", "name: a", "list: [ ]"]],
  [' a . includes ( "x" ) ', ['call: a . includes ( "x" )', "name: a", 'literal: "x"']],
  [" a.lower( ).trim() ", ["call: a.lower( ).trim()", "call: a.lower( )", "name: a"]],
  [" has ( a . b ) ", ["has: has ( a . b )", "member: a . b", "name: a"]],
  [
    " a . any ( x , x == 1 ) ",
    ["any: a . any ( x , x == 1 )", "name: a", "compare: x == 1", "name: x", "literal: 1"],
  ],
  [" ! ! a ", ["not: ! ! a", "not: ! a", "name: a"]],
  [" !(a) ", ["not: !(a)", "truth: (a)", "name: a"]],
  [" ( a == b ) ", ["compare: ( a == b )", "name: a", "name: b"]],
  [" ( ( has(a) ) ) ", ["has: ( ( has(a) ) )", "name: a"]],
  [
    " a && ( b || c ) && d ",
    ["and: a && ( b || c ) && d", "name: a", "or: ( b || c )", "name: b", "name: c", "name: d"],
  ],
  ["a\n  <=\n b.c", ["compare: a\n  <=\n b.c", "name: a", "member: b.c", "name: b"]],
])("%j", (text, expected) => expect(spansOf(text)).toEqual(expected));
