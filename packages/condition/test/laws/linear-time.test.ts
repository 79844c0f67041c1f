import { compile, parse } from "@gatehouse-hooks/condition";
import { compile as compileStored } from "@gatehouse-hooks/condition/compile";
import type { Expr } from "@gatehouse-hooks/condition";
import { isLinear } from "../../src/compile/patterns/linear.js";
import { readRe2 } from "../../src/re2/read-re2.js";
import { parseJson, sealJson } from "@gatehouse-hooks/json";
import { expect } from "vitest";
import { growth, LINEAR, testGrowth } from "../../../../test/growth.js";

const source = (text: (size: number) => string, size: number): number =>
  growth((n) => () => parse(text(n)), size);

testGrowth.each([
  ["names", (n: number) => "a".repeat(n), 2_000],
  ["a long string", (n: number) => `"${"x".repeat(n)}"`, 2_000],
  ["backslashes in an open string", (n: number) => `"${"\\".repeat(2 * n)}`, 1_000],
  ["quotes", (n: number) => '"'.repeat(n), 2_000],
  ["illegal characters", (n: number) => "@".repeat(n), 2_000],
  ["illegal characters apart", (n: number) => "@ ".repeat(n), 1_000],
  ["numbers", (n: number) => "1".repeat(n), 2_000],
  ["numbers with dots", (n: number) => "1.".repeat(n), 1_000],
  ["blanks", (n: number) => `${" ".repeat(n)}a`, 2_000],
  ["has and blanks", (n: number) => `has${" ".repeat(n)}`, 2_000],
  ["line ends before a problem", (n: number) => `${"\n".repeat(n)}@`, 2_000],
  ["a wide disjunction", (n: number) => `a${" || a".repeat(n)}`, 100],
  ["a wide list", (n: number) => `x in [1${", 1".repeat(n)}]`, 100],
  ["issues", (n: number) => `x.foo()${" || x.foo()".repeat(n)}`, 40],
] as const)("linear time: parsing %s", (_, text, size) => {
  expect(source(text, size)).toBeLessThan(LINEAR);
});

const run = (text: string, event: (size: number) => unknown, size: number): number => {
  const { ast, issues } = parse(text);
  if (ast === null) throw new Error(JSON.stringify(issues));
  const predicate = compile(ast);
  return growth((n) => {
    const sealed = sealJson(event(n)).value ?? null;
    return () => predicate(sealed);
  }, size);
};

testGrowth.each([
  ["includes", 't.includes("aaaaaaaab")', (n: number) => ({ t: "a".repeat(n) }), 20_000],
  ["matches, the classic", 't.matches("(a+)+$")', (n: number) => ({ t: `${"a".repeat(n)}!` }), 5_000],
  ["matches, words", 't.matches("^(\\\\w+\\\\s?)*$")', (n: number) => ({ t: `${"a".repeat(n)}!` }), 5_000],
  ["glob, stars", 't.glob("*a*a*a*a*a*b")', (n: number) => ({ t: "a".repeat(n) }), 500],
  ["glob, deep", 't.glob("**/a/**/a/**/b")', (n: number) => ({ t: "a/".repeat(n) }), 300],
  ["any", "l.any(x, x == 1)", (n: number) => ({ l: Array.from({ length: n }, () => 0) }), 2_000],
  [
    "equality",
    "a == b",
    (n: number) => ({
      a: Array.from({ length: n }, () => ({ x: [1] })),
      b: Array.from({ length: n }, () => ({ x: [1] })),
    }),
    200,
  ],
  ["trim", "t.trim().size() == 1", (n: number) => ({ t: `a${" ".repeat(n)}b` }), 20_000],
] as const)("linear time: evaluating %s", (_, text, event, size) => {
  expect(run(text, event, size)).toBeLessThan(LINEAR);
});

testGrowth.each([
  ["stars", "*a*a*a*a*a*b", (n: number) => "a".repeat(n)],
  ["deep", "**/a/**/a/**/b", (n: number) => "a/".repeat(n)],
] as const)("linear time: a stored glob without an engine of patterns, %s", (_, glob, text) => {
  const predicate = compileStored(structuredClone(parse(`t.glob("${glob}")`).ast) as Expr);
  const run = (n: number) => {
    const t = text(n);
    return () => predicate({ t });
  };
  expect(growth(run, 300)).toBeLessThan(LINEAR);
});

testGrowth.each([
  ["characters", (n: number) => "[ab]".repeat(n), 25],
  ["a long literal behind a set", (n: number) => `[ab]${"x".repeat(n)}`, 100],
  ["repetitions that are anchored", (n: number) => `^${"a*b".repeat(n)}$`, 40],
  ["groups that may be missing", (n: number) => `^${"(?:a|b*c)?".repeat(n)}$`, 11],
  ["groups within each other", (n: number) => `${"(?:a|".repeat(n)}b${")c".repeat(n)}`, 12],
  ["repetitions within each other", (n: number) => `${"(?:x".repeat(n)}b${")?c".repeat(n)}`, 12],
] as const)("linear time: proving that a search is linear, for %s", (_, pattern, size) => {
  const proof = (n: number) => {
    const tree = readRe2(pattern(n));
    if (tree === undefined) throw new Error("not read");
    return () => isLinear(tree);
  };
  expect(growth(proof, size)).toBeLessThan(LINEAR);
});

testGrowth.each([
  ["an object", (n: number) => `{${Array.from({ length: n }, (_, i) => `"k${i}":1`).join()}}`, 500],
  ["a string with escapes", (n: number) => `"${"\\n".repeat(n)}"`, 2_000],
  ["an unclosed string", (n: number) => `"${"\\\\".repeat(n)}`, 2_000],
  ["a list", (n: number) => `[${"1,".repeat(n)}1]`, 1_000],
] as const)("linear time: reading JSON, %s", (_, text, size) => {
  expect(
    growth((n) => {
      const json = text(n);
      return () => parseJson(json);
    }, size),
  ).toBeLessThan(LINEAR);
});
