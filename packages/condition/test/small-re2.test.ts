import { type Pattern, type PatternResult, re2, smallRe2 } from "@gatehouse-hooks/condition/re2";
import { readAst } from "@gatehouse-hooks/condition/compile";
import { condition } from "@gatehouse-hooks/condition";
import { expect, test } from "vitest";

function problemOf(result: PatternResult): string | undefined {
  return "problem" in result ? result.problem : undefined;
}

function patternOf(result: PatternResult): Pattern {
  if (!("pattern" in result)) throw new Error(result.problem);
  return result.pattern;
}

test.each(["a", "^git +push\\b.*--force", "(?i)drop\\s+table", "[^a-z]{2,5}", "(?:a|b)*$", "\\x41"])(
  "%s means the same without re2js",
  (source) => {
    for (const text of ["a", "git push origin --force", "x DROP  TABLE y", "12", "", "A"])
      expect(patternOf(smallRe2(source)).test(text)).toBe(patternOf(re2(source)).test(text));
  },
);

test.each(["\\pL", "\\p{Greek}", "[[:alpha:]]", "(?i)ü", "(", "a{2000}", "(?=a)"])(
  "%s is refused with the name of what reads it",
  (source) => {
    expect(problemOf(smallRe2(source))).toContain("give `re2` of `@gatehouse-hooks/condition/re2`");
  },
);

test("one that is too long is too long for every engine", () => {
  expect(smallRe2("a".repeat(1_001))).toEqual(re2("a".repeat(1_001)));
});

test("a stored pattern that needs re2js is no damage", () => {
  const stored: unknown = JSON.parse(JSON.stringify(condition('a.matches("\\\\pL")').condition.ast));
  expect(readAst(stored, { patterns: smallRe2 }).issues[0]?.code).toBe("no-pattern-engine");
  expect(readAst(stored, { patterns: re2 }).issues).toEqual([]);
  const glob: unknown = JSON.parse(JSON.stringify(condition('a.glob("*.ts")').condition.ast));
  expect(readAst(glob, { patterns: smallRe2 }).issues).toEqual([]);
});
