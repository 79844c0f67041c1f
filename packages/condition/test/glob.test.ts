import { compile, parse } from "@gatehouse/condition";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "./laws/runs.js";
import { interpret } from "./reference.js";

const part = fc.constantFrom(
  "a",
  "b",
  "/",
  ".",
  "*",
  "**",
  "**/",
  "?",
  "[ab]",
  "[!a]",
  "[^/b]",
  "[]a]",
  "[a-c-]",
  "\\*",
  "\\\\",
  "😀",
  ",",
  "}",
);
const braces = fc
  .array(
    fc
      .array(
        part.filter((p) => p !== "," && p !== "}"),
        { maxLength: 2 },
      )
      .map((p) => p.join("")),
    { minLength: 1, maxLength: 3 },
  )
  .map((options) => `{${options.join()}}`);
const globs = fc
  .array(fc.oneof({ weight: 6, arbitrary: part }, { weight: 1, arbitrary: braces }), { maxLength: 7 })
  .map((parts) => parts.join(""));
const texts = fc
  .array(fc.constantFrom("a", "b", "c", "/", ".", "*", "\\", "😀", "]", "-", ",", "}", "\n"), {
    maxLength: 7,
  })
  .map((parts) => parts.join(""));

test("a glob matches what the reference says", () => {
  let matched = 0;
  fc.assert(
    fc.property(globs, fc.array(texts, { minLength: 5, maxLength: 5 }), (glob, some) => {
      const { ast } = parse(`t.glob(${JSON.stringify(glob)})`);
      if (ast === null) throw new Error(`refused: ${glob}`);
      const predicate = compile(ast);
      for (const t of some) {
        const expected = interpret(ast, { t });
        if (expected === true) matched++;
        expect([glob, t, predicate({ t })]).toEqual([glob, t, expected]);
      }
    }),
    { numRuns: runs(3_000) },
  );
  expect(matched).toBeGreaterThan(runs(3_000) / 10);
});
