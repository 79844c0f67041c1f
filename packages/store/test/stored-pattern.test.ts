import { parse } from "@gatehouse-hooks/condition";
import { patternOf } from "@gatehouse-hooks/condition/analysis";
import type { Expr, Pattern } from "@gatehouse-hooks/condition/compile";
import { re2 } from "@gatehouse-hooks/condition/re2";
import { expect, test } from "vitest";
import { readStoredAst, storeAst, storedPatterns, type StoredPattern, storePatterns } from "../src/index.js";

const PATTERNS = [
  "gatehouse",
  "^git$",
  "(?i)^(?:deploy|ship)\\b",
  "^rm|\\.sh$",
  // Its automaton has too many states: the size is that of its instructions.
  "(?:a|b)*a(?:a|b){14}$",
  // Read by re2js, which tells nothing that a text needs.
  "\\pL+x",
  "(?i)ü",
];

const conditionOf = (source: string): string => `params.command.matches(${JSON.stringify(source)})`;

function astOf(condition: string): Expr {
  const { ast } = parse(condition);
  if (ast === null) throw new Error(condition);
  return ast;
}

function measuresOf(pattern: Pattern | null) {
  return { size: pattern?.size, requires: pattern?.requires?.() ?? [] };
}

test.each(PATTERNS)("what is stored of a pattern is what reading it gives: %s", (source) => {
  const ast = astOf(conditionOf(source));
  const patterns = storedPatterns(JSON.parse(JSON.stringify(storePatterns([ast]))) as StoredPattern[]);
  const stored = readStoredAst(storeAst(ast), patterns);
  expect(stored).toEqual(ast);
  const pattern = stored && patternOf(stored);
  expect(measuresOf(pattern)).toEqual(measuresOf(patternOf(ast)));
  const read = patternOf(ast);
  for (const text of [
    "",
    "git",
    "deploy now",
    "rm x",
    "a.sh",
    "ababababababababab",
    "éx",
    "Ü",
    "a gatehouse",
  ])
    expect(pattern?.test(text)).toBe(read?.test(text));
});

test("each pattern is stored once, wherever it is", () => {
  const asts = [
    astOf(`${conditionOf("a")} && !(${conditionOf("b")} || has(params.x))`),
    astOf('params.paths.any(p, p.matches("a")) || [params.q].all(q, q.matches("c") == true)'),
    // Globs are read by their own text alone.
    astOf('params.command.glob("a*") && params.command.lower().includes("d")'),
  ];
  expect(storePatterns(asts).map(([source]) => source)).toEqual(["a", "b", "c"]);
});

test("a pattern that is not among the stored ones is read, and refused where it is none", () => {
  const patterns = storedPatterns(storePatterns([astOf(conditionOf("a"))]));
  expect(patterns("b+")).toEqual(re2("b+"));
  expect(patterns("(")).toEqual(re2("("));
  expect(readStoredAst(['["c","matches",["p","params"],"("]', "[0,0,0,0,0,0]"], patterns)).toBeNull();
});
