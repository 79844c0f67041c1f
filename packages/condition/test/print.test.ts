import { parse, print } from "@gatehouse-hooks/condition";
import { expect, test } from "vitest";

/** SPEC, "Canonical text": `[as written, as printed]`. */
test.each<readonly [string, string]>([
  ["a", "a"],
  ["'x'", '"x"'],
  [String.raw`"\u0041\n\"\ud800"`, String.raw`"A\n\"\ud800"`],
  ["-1.50e1", "-15"],
  ["null||true||false", "null || true || false"],
  ["[1,'b',c.d]", '[1, "b", c.d]'],
  ["[(a==b),(a),(!a)]", "[(a == b), (a), (!a)]"],
  ["a['b']['c d']['']", 'a.b["c d"][""]'],
  ["a['true']['false']['truex']['null']['in']", 'a["true"]["false"].truex.null.in'],
  ["a['_b1']['1b']['é']", 'a._b1["1b"]["é"]'],
  ["a[0][10]", "a[0][10]"],
  ["a['0']", 'a["0"]'],
  ["a . includes( b ) ", "a.includes(b)"],
  ["a.includes((b==c))", "a.includes((b == c))"],
  ["a.includes((!b))", "a.includes((!b))"],
  ["a.includes((b&&c))", "a.includes((b && c))"],
  ["a.includes((b))", "a.includes((b))"],
  ["a.lower().trim()", "a.lower().trim()"],
  ["a.any(x,x==1||b)", "a.any(x, x == 1 || b)"],
  ["a.all(x,(x))", "a.all(x, (x))"],
  ["has( a.b )", "has(a.b)"],
  ["((a))", "(a)"],
  ["((a==b))", "a == b"],
  ["(a.b)==(c)", "(a.b) == (c)"],
  ["(a==b)==(c==d)", "(a == b) == (c == d)"],
  ["(a&&b)!=(!c)", "(a && b) != (!c)"],
  ["(has(a))==b.includes(c)", "has(a) == b.includes(c)"],
  ["!a", "!a"],
  ["!!(a)", "!!(a)"],
  ["!(a==b)", "!a == b"],
  ["!(a&&b)", "!(a && b)"],
  ["!(a||b)", "!(a || b)"],
  ["a&&(b||c)&&d", "a && (b || c) && d"],
  ["a&&(b&&c)", "a && (b && c)"],
  ["a||b&&c", "a || b && c"],
  ["a||(b||c)", "a || (b || c)"],
  ["a||(b&&c)||!d", "a || b && c || !d"],
  ["a<=b||a>=b||a<b||a>b||a!=b||a in b", "a <= b || a >= b || a < b || a > b || a != b || a in b"],
])("%s is printed %s", (text, printed) => {
  const { ast } = parse(text);
  if (ast === null) throw new Error("does not parse");
  expect(print(ast)).toBe(printed);
  const again = parse(printed).ast;
  if (again === null) throw new Error("what is printed does not parse");
  expect(print(again)).toBe(printed);
});
