import { compile, parse, readAst } from "@gatehouse-hooks/condition";
import { readAst as readStored } from "@gatehouse-hooks/condition/compile";
import { re2 } from "@gatehouse-hooks/condition/re2";
import type { JsonObject } from "@gatehouse-hooks/json";
import { sealJson } from "@gatehouse-hooks/json";
import { expect, test } from "vitest";
import { growth, LINEAR, testGrowth } from "../../../test/growth.js";

function problemsOf(text: string): readonly string[] {
  return parse(text).issues.map(({ code, message, cure }) => `${code}: ${message}; ${cure ?? ""}`);
}

const TOUCHES = 'write for example `facts.writes.any(w, w.touches("~/.ssh/**"))`';

test.each([
  [
    "facts.one.touches(toolName)",
    [`pattern-not-literal: the glob of \`touches\` must be a string literal; ${TOUCHES}`],
  ],
  ["facts.one.touches()", [`wrong-arguments: \`touches\` takes one or two arguments, found 0; ${TOUCHES}`]],
  [
    'facts.one.touches("src/**")',
    [
      `bad-pattern: the glob of \`touches\` is not valid: \`src/**\` begins with none of \`/\`, \`~/\`, \`./\` and \`**\`, so it matches no path; ${TOUCHES}`,
    ],
  ],
  [
    'facts.one.touches("{~/.ssh,.env}")',
    [
      `bad-pattern: the glob of \`touches\` is not valid: \`.env\` begins with none of \`/\`, \`~/\`, \`./\` and \`**\`, so it matches no path; ${TOUCHES}`,
    ],
  ],
  [
    'facts.one.touches("src\n\u200b")',
    [
      `bad-pattern: the glob of \`touches\` is not valid: \`src\\n\\u{200b}\` begins with none of \`/\`, \`~/\`, \`./\` and \`**\`, so it matches no path; ${TOUCHES}`,
    ],
  ],
  [
    'facts.one.touches("~/.ssh/")',
    [
      `bad-pattern: the glob of \`touches\` is not valid: \`~/.ssh/\` ends with \`/\`, and no path does: write \`/**\` for what is below; ${TOUCHES}`,
    ],
  ],
  [
    'facts.one.touches("/a/../b")',
    [
      `bad-pattern: the glob of \`touches\` is not valid: \`/a/../b\` has a \`//\`, \`/./\` or \`/../\`, and no path does; ${TOUCHES}`,
    ],
  ],
  [
    `facts.one.touches("/${"{a,b}".repeat(9)}")`,
    [`bad-pattern: the glob of \`touches\` is not valid: its braces give more than 256 globs; ${TOUCHES}`],
  ],
  [
    'facts.one.touches("/{a")',
    [`bad-pattern: the glob of \`touches\` is not valid: a \`{\` without \`}\`; ${TOUCHES}`],
  ],
  [
    '"~/.ssh".touches("~/**")',
    [
      'not-a-path-fact: `touches` is of path facts, and this is a string: it never holds; write `facts.writes.any(w, w.touches("…"))`; for a string write `.glob("…")`',
    ],
  ],
  [
    'params.path.within("/tmp/**")',
    [
      'not-a-path-fact: `within` is of path facts, and this is a value of the event: it never holds; write `facts.writes.any(w, w.within("…"))`; for a string write `.glob("…")`',
    ],
  ],
  [
    'params.paths.any(p, p.touches("/tmp/**"))',
    [
      'not-a-path-fact: `touches` is of path facts, and this is a value of the event: it never holds; write `facts.writes.any(w, w.touches("…"))`; for a string write `.glob("…")`',
    ],
  ],
  ['facts.network.any(n, n.sends.any(s, s.touches("~/.ssh/**")))', []],
  ['facts.one.touches("C:/Users/**") || facts.one.touches("{/,~,.,**,./a,~/[}]}")', []],
])("%s is said to be wrong", (text, expected) => {
  expect(problemsOf(text)).toEqual(expected);
});

test("a stored AST with a glob that matches no path is refused", () => {
  const { ast } = parse('facts.one.within("/a/**")');
  const stored = JSON.stringify(ast);
  expect(readAst(JSON.parse(stored)).ast).toEqual(ast);
  expect(readAst(JSON.parse(stored.replace("/a/**", "a/**"))).issues[0]?.message).toBe(
    "a pattern that does not compile: `a/**` begins with none of `/`, `~/`, `./` and `**`, so it matches no path",
  );
  expect(readAst(JSON.parse(stored.replace('"/a/**"', "1"))).ast).toBe(null);
  expect(readStored(JSON.parse(stored)).issues[0]?.code).toBe("no-pattern-engine");
  expect(readStored(JSON.parse(stored), { patterns: re2 }).ast).toEqual(ast);
});

test("a glob with a drive is one of the path below it, as facts have it", () => {
  const within = asks('facts.one.within("{C:/Users/*/x,d:/**}")');
  for (const path of ["/c/Users/me/x", "/d/a"])
    expect(within({ path, home: null, local: null, certainty: "exact", linksChecked: true })).toBe(true);
  expect(within({ path: "/e/a", home: null, local: null, certainty: "exact", linksChecked: true })).toBe(
    false,
  );
});

function asks(text: string): (fact: JsonObject) => boolean | "over-budget" {
  const { ast } = parse(text);
  if (ast === null) throw new Error("does not parse");
  const predicate = compile(ast);
  return (fact) => {
    const event = sealJson({ facts: { one: fact } }).value;
    if (event === undefined) throw new Error("not JSON");
    return predicate(event);
  };
}

testGrowth.each([
  ["a star each", (n: number) => `/${"*a".repeat(n)}`],
  ["folders", (n: number) => `/${"**/a/".repeat(n)}b`],
  [
    "one class",
    (n: number) => `/[${Array.from({ length: n }, (_, i) => String.fromCharCode(0x4000 - 2 * i)).join("")}]`,
  ],
] as const)("the time of a path is linear in its length: %s", (_, path) => {
  const ask = asks('facts.one.touches("/*b/**/c?a*d") || facts.one.within("/*b/**/c?a*d")');
  expect(
    growth((n) => {
      const text = path(n);
      return () => ask({ path: text, certainty: "exact", linksChecked: true });
    }, 60),
  ).toBeLessThan(LINEAR);
});

test("what is too long is touched unless it begins differently, and within nothing", () => {
  const touches = asks('facts.one.touches("/a/*/c")');
  const within = asks('facts.one.within("/a/**")');
  const fact = (path: string): JsonObject => ({ path, certainty: "exact", linksChecked: true });
  for (const [length, long] of [
    [8_000, false],
    [9_000, true],
  ] as const) {
    expect(touches(fact(`/a/${"b".repeat(length)}/d`))).toBe(long);
    expect(touches(fact(`/b/${"b".repeat(length)}/d`))).toBe(false);
    expect(within(fact(`/a/${"b".repeat(length)}/d`))).toBe(!long);
  }
});

test("paths are paid for, one without wildcards by each character for each of the globs", () => {
  const glob = "/q/a*a*a*a*a*a*a*a*b";
  const ask = asks(`facts.one.any(p, p.touches("${glob}"))`);
  const paths = (count: number, end: string): never =>
    Array.from({ length: count }, () => ({ path: `/z${"a".repeat(4_000)}${end}` })) as never;
  expect(ask(paths(1_000, ""))).toBe(false);
  expect(ask(paths(10_000, ""))).toBe("over-budget");
  expect(ask(paths(100, "*"))).toBe(false);
  expect(ask(paths(1_000, "*"))).toBe("over-budget");
});
