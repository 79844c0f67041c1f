import { foldUnit } from "@gatehouse-hooks/condition/compile";
import type { PatternLiteral } from "@gatehouse-hooks/condition/compile";
import { re2 } from "@gatehouse-hooks/condition/re2";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { patternStrings, re2Patterns } from "../../../../test/arbitraries/patterns.js";
import { patternIn } from "../pattern-in.js";
import { assertLaw } from "../../../../test/assert-law.js";

function native(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source);
  } catch {
    return undefined;
  }
}

/** A string without its case, as the index compares it. */
const folded = (text: string): string =>
  Array.from({ length: text.length }, (_, i) => String.fromCharCode(foldUnit(text.charCodeAt(i)))).join("");

function holds({ operator, value, folded: without }: PatternLiteral, text: string): boolean {
  const compared = without ? folded(text) : text;
  return operator === "==" ? compared === value : compared[operator](value);
}

test("patterns: `matches` is RE2, on every string", () => {
  let matched = 0;
  const ran = assertLaw(
    fc.property(re2Patterns, fc.array(patternStrings, { minLength: 6, maxLength: 6 }), (source, strings) => {
      const expected = native(source);
      const pattern = patternIn(re2(source));
      expect([source, pattern !== undefined]).toEqual([source, expected !== undefined]);
      if (pattern === undefined || expected === undefined) return;
      for (const text of strings) {
        const answer = expected.matcher(text).find();
        if (answer) matched++;
        expect([source, text, pattern.test(text)]).toEqual([source, text, answer]);
      }
    }),
  );
  expect(matched).toBeGreaterThan(ran);
});

test("patterns: a string that matches has a literal of each required group", () => {
  let literals = 0;
  const ran = assertLaw(
    fc.property(re2Patterns, fc.array(patternStrings, { minLength: 6, maxLength: 6 }), (source, strings) => {
      const pattern = patternIn(re2(source));
      const groups = pattern?.requires?.() ?? [];
      for (const group of groups) {
        expect(group.length).toBeGreaterThan(0);
        for (const { value, folded: without } of group) {
          literals++;
          expect(value).not.toBe("");
          if (without) expect(value).toMatch(/^[\0-@[-\x7f]*$/);
        }
      }
      for (const text of strings) {
        if (pattern?.test(text) !== true) continue;
        const missing = groups.filter((group) => !group.some((literal) => holds(literal, text)));
        expect([source, text, missing]).toEqual([source, text, []]);
      }
    }),
  );
  expect(literals).toBeGreaterThan(ran / 4);
});
