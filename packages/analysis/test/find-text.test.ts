import { readGlob, readRe2 } from "@gatehouse-hooks/condition/analysis";
import fc from "fast-check";
import { expect, test } from "vitest";
import { assertLaw } from "../../../test/assert-law.js";
import { characterTrees, literalTree, type LiteralTest } from "../src/strings/literal-tree.js";
import { beforeTree } from "../src/values/constant-tests.js";
import { findText } from "../src/strings/find-text.js";
import { leastText } from "../src/strings/least-text.js";
import type { TextDemand } from "../src/strings/joined-program.js";

/** A demand, and whether a string meets it. */
interface Demanded {
  readonly demand: TextDemand;
  readonly meets: (text: string) => boolean;
}

/** Every string of these letters up to six of them, the shortest first. */
const LETTERS = ["a", "b", "x"];
const ALL: string[] = [""];
for (let from = 0, size = 1; size <= 6; size++) {
  const to = ALL.length;
  for (; from < to; from++) for (const letter of LETTERS) ALL.push(`${ALL[from] ?? ""}${letter}`);
}

const literals = fc.stringMatching(/^[ab]{0,3}$/);
const patterns = [
  "^a",
  "b$",
  "a.b",
  "^[ab]+$",
  "(ab)+",
  "^(a|b)?$",
  "a{2}",
  "[^a]",
  "\\bab",
  "a\\B",
  "^$",
  "(?i)AB",
];
const globs = ["a*", "*b", "?", "a?b", "**", "[!a]*", "{a,b}b", "*a*"];

function literal(test: LiteralTest, text: string, holds: boolean): Demanded {
  const tree = literalTree(test, characterTrees(text) ?? []);
  const has = (one: string): boolean => (test === "==" ? one === text : one[test](text));
  return { demand: { tree, holds }, meets: (one) => has(one) === holds };
}

const demands: fc.Arbitrary<Demanded> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom<LiteralTest>("==", "startsWith", "endsWith", "includes"), literals, fc.boolean())
      .map(([test, text, holds]) => literal(test, text, holds)),
  },
  fc.tuple(literals, fc.boolean()).map(([text, holds]): Demanded => {
    const tree = beforeTree(text) ?? literalTree("==", []);
    return { demand: { tree, holds }, meets: (one) => one < text === holds };
  }),
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...patterns), fc.boolean()).map(([source, holds]): Demanded => {
      const tree = readRe2(source);
      if (tree === undefined) throw new Error(`not read: ${source}`);
      const native = source.startsWith("(?i)") ? new RegExp(source.slice(4), "i") : new RegExp(source);
      return { demand: { tree, holds }, meets: (one) => native.test(one) === holds };
    }),
  },
  fc.tuple(fc.constantFrom(...globs), fc.boolean()).map(([source, holds]): Demanded => {
    const native = new RegExp(
      `^${source
        .replace(/\*\*/g, "@")
        .replace(/\{a,b\}/g, "[ab]")
        .replace(/\[!a\]/g, "[^a/]")
        .replace(/[*?]/g, (one) => (one === "*" ? "[^/]*" : "[^/]"))
        .replace(/@/g, ".*")}$`,
      "s",
    );
    return { demand: { tree: readGlob(source), holds }, meets: (one) => native.test(one) === holds };
  }),
);

const lengths = fc.record({
  least: fc.constantFrom(0, 0, 0, 1, 3),
  most: fc.constantFrom(Infinity, Infinity, 2, 4),
});

test("strings: what is found meets every demand, and is as short as any that does", () => {
  const seen = { found: 0, none: 0 };
  assertLaw(
    fc.property(fc.array(demands, { minLength: 1, maxLength: 5 }), lengths, (some, range) => {
      const result = findText(
        some.map(({ demand }) => demand),
        range,
        { left: 1_000_000 },
      );
      const brute = ALL.find(
        (text) =>
          text.length >= range.least && text.length <= range.most && some.every(({ meets }) => meets(text)),
      );
      expect(result.kind).not.toBe("unknown");
      if (result.kind === "found") {
        seen.found++;
        for (const { meets } of some) expect(meets(result.text)).toBe(true);
        if (brute !== undefined) expect(result.text.length).toBeLessThanOrEqual(brute.length);
      } else {
        seen.none++;
        expect(brute).toBeUndefined();
      }
    }),
  );
  expect(Math.min(seen.found, seen.none)).toBeGreaterThan(50);
});

test("strings: none that a tree matches is shorter than the least", () => {
  assertLaw(
    fc.property(demands, ({ demand: { tree, holds }, meets }) => {
      const least = leastText(tree);
      const shortest = ALL.find((text) => meets(text) === holds);
      if (shortest !== undefined) expect(least?.length).toBeLessThanOrEqual(shortest.length);
    }),
  );
});

test.each([
  ["rm\\s+-[a-z]*r", "rm -r"],
  ["^(abc|de)?x{3}$", "xxx"],
  ["(?i)[Q-S]\\b", "q"],
])("strings: the least of %s", (source, text) => {
  expect(leastText(readRe2(source) ?? literalTree("==", []))).toBe(text);
});

test("strings: without work nothing is said", () => {
  expect(
    findText([literal("includes", "abab", true).demand], { least: 0, most: Infinity }, { left: 3 }),
  ).toEqual({
    kind: "unknown",
  });
});
