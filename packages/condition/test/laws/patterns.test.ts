import { foldUnit } from "@gatehouse-hooks/condition/compile";
import type { PatternLiteral } from "@gatehouse-hooks/condition/compile";
import { re2 } from "@gatehouse-hooks/condition/re2";
import fc from "fast-check";
import { createContext, Script } from "node:vm";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { patternStrings, re2Patterns } from "../../../../test/arbitraries/patterns.js";
import { Automaton } from "../../src/compile/patterns/automaton.js";
import { isLinear } from "../../src/compile/patterns/linear.js";
import { isNative, nativeSource } from "../../src/compile/patterns/native-source.js";
import { simplifyTree } from "../../src/compile/patterns/simplify-tree.js";
import { readRe2 } from "../../src/re2/read-re2.js";
import { patternIn } from "../pattern-in.js";
import { assertLaw } from "../../../../test/assert-law.js";

function native(source: string): RE2JS | undefined {
  try {
    const compiled = RE2JS.compile(source);
    return compiled.programSize() > 2_000 ? undefined : compiled;
  } catch {
    return undefined;
  }
}

/** Milliseconds for one search that is not proven to be linear: it may take for ever, which is why it is never used so. */
const LONGEST_MS = 200;

/** What an expression finds; undefined: it did not come to an end, which is not a result. */
function nativeTest(expression: RegExp, isProven: boolean): (text: string) => boolean | undefined {
  // oxlint-disable-next-line unicorn/prefer-regexp-test -- as it is used
  if (isProven) return (text) => expression.exec(text) !== null;
  const context = createContext({ expression, text: "" });
  const search = new Script("expression.exec(text) !== null");
  return (text) => {
    context["text"] = text;
    try {
      return search.runInContext(context, { timeout: LONGEST_MS }) as boolean;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
        return undefined;
      throw error;
    }
  };
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

test("patterns: automaton and regular expression of a tree are RE2, proven linear or not", () => {
  let read = 0;
  const ran = assertLaw(
    fc.property(re2Patterns, fc.array(patternStrings, { minLength: 6, maxLength: 6 }), (source, strings) => {
      const tree = readRe2(source);
      if (tree === undefined) return;
      read++;
      const expected = native(source);
      const tests = [tree, simplifyTree(tree)].flatMap((tree) => {
        const automaton = new Automaton(tree);
        if (!isNative(tree)) return [(text: string) => automaton.test(text)];
        const expression = new RegExp(nativeSource(tree), "u");
        return [(text: string) => automaton.test(text), nativeTest(expression, isLinear(tree))];
      });
      for (const text of strings) {
        const answer = expected?.matcher(text).find();
        // Each is asked once: one that did not come to an end may do so the next time.
        const answers = tests.map((test) => test(text)).filter((answer) => answer !== undefined);
        expect([source, text, answers]).toEqual([source, text, answers.map(() => answer)]);
      }
    }),
  );
  expect(read).toBeGreaterThan(ran / 3);
});
