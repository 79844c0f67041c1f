import { compile, parse } from "@gatehouse-hooks/condition";
import { compile as compileStored, readAst } from "@gatehouse-hooks/condition/compile";
import fc from "fast-check";
import { expect, test } from "vitest";
import { interpret } from "./reference.js";
import { assertLaw } from "../../../test/assert-law.js";

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
  const ran = assertLaw(
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
  );
  expect(matched).toBeGreaterThan(ran / 10);
});

test("a stored glob that is read without an engine of patterns matches the same strings", () => {
  let matched = 0;
  const ran = assertLaw(
    fc.property(globs, fc.array(texts, { minLength: 5, maxLength: 5 }), (glob, some) => {
      const { ast } = parse(`t.glob(${JSON.stringify(glob)})`);
      if (ast === null) throw new Error(`refused: ${glob}`);
      const predicate = compile(ast);
      const plain = compileStored(structuredClone(ast));
      for (const t of [...some, ...some.map((one) => `${one}\ud83d`)]) {
        const expected = predicate({ t });
        if (expected === true) matched++;
        expect([glob, t, plain({ t })]).toEqual([glob, t, expected]);
      }
    }),
  );
  expect(matched).toBeGreaterThan(ran / 10);
});

test("without an engine of patterns a bad glob is refused for the same reason", () => {
  const { ast } = parse('t.glob("a")');
  const bad = JSON.parse(JSON.stringify(ast).replace('"a"', '"[a"')) as unknown;
  const [issue] = readAst(bad).issues;
  expect(issue?.message).toBe("a pattern that does not compile: a `[` without `]`");
});

/** What a glob is refused for (a clause of the message); `ok` when it is not. */
function problem(glob: string): string {
  const { issues } = parse(`t.glob(${JSON.stringify(glob)})`);
  return issues[0]?.message.replace("the pattern of `glob` is not valid: ", "") ?? "ok";
}

test.each<readonly [glob: string, problem: string]>([
  ["[z-a]", "a range in `[…]` that runs backwards"],
  ["[a-a]", "ok"],
  ["[a", "a `[` without `]`"],
  ["[", "a `[` without `]`"],
  ["[!", "a `[` without `]`"],
  ["[a-", "a `[` without `]`"],
  ["[\\", "a `[` without `]`"],
  ["{a,b", "a `{` without `}`"],
  ["{", "a `{` without `}`"],
  ["a\\", "a `\\` at the end"],
  ["a}", "ok"],
  ["a,b", "ok"],
  ["]", "ok"],
  ["", "ok"],
  [`${"{".repeat(100)}a${"}".repeat(100)}`, "ok"],
  [`${"{".repeat(101)}a${"}".repeat(101)}`, "nested too deep"],
  ["{a}".repeat(300), "ok"],
  ["a".repeat(1_000), "ok"],
  ["a".repeat(1_001), "longer than 1000 characters"],
  // A star is two instructions, a star of segments four; the end is one.
  ["*a".repeat(500), "ok"],
  ["**/".repeat(333), "ok"],
  ["*/".repeat(499) + "*", "ok"],
])("%.20s: %s", (glob, expected) => expect(problem(glob)).toBe(expected));

test.each<readonly [glob: string, matches: readonly string[], others: readonly string[]]>([
  ["[a-c]", ["a", "b", "c"], ["d", "-", "", "ab", "/"]],
  ["[a-]", ["a", "-"], ["b"]],
  ["[-a]", ["a", "-"], ["b"]],
  ["[]a]", ["]", "a"], ["b", "[]a]"]],
  ["[!]a]", ["b"], ["]", "a", "/"]],
  ["[^a]", ["b", "^"], ["a", "/"]],
  ["[a^!]", ["a", "^", "!"], ["b"]],
  ["[\\]a]", ["]", "a"], ["\\", "b"]],
  ["[\\--0]", ["-", ".", "0"], ["a", "/"]],
  ["a\\*", ["a*"], ["ab", "a\\*"]],
  ["a*c", ["ac", "abc", "abbc"], ["a/c", "acb", "bac"]],
  ["a**c", ["ac", "a/b/c"], ["acd"]],
  ["a***c", ["ac", "a/b/c"], ["acd"]],
  ["**/a", ["a", "b/a", "b/c/a"], ["ba", "b/a/c"]],
  ["x/**/a", ["x/a", "x/b/a"], ["x/ba", "xa"]],
  ["x**/a", ["x/a", "xb/a", "x/b/c/a"], ["xa"]],
  ["a/**", ["a/", "a/b/c"], ["a", "b/a/"]],
  ["{a,b/*}", ["a", "b/", "b/c"], ["b", "b/c/d", "{a,b/*}"]],
  ["{,a}b{c,{d,e}}", ["bc", "abd", "abe"], ["b", "cbd", "abf"]],
  ["?", ["a", "😀", "\n"], ["", "/", "ab"]],
])("%s", (glob, matches, others) => {
  const { ast } = parse(`t.glob(${JSON.stringify(glob)})`);
  if (ast === null) throw new Error("refused");
  const predicate = compile(ast);
  expect(matches.map((t) => [t, predicate({ t })])).toEqual(matches.map((t) => [t, true]));
  expect(others.map((t) => [t, predicate({ t })])).toEqual(others.map((t) => [t, false]));
});
