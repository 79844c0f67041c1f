import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codexRules } from "../../packages/hosts/src/codex/import/codex-rules.js";
import { splitWords } from "../../packages/hosts/src/codex/import/split-words.js";
import { assertLaw } from "../assert-law.js";
import { decisionHere } from "./guessed-words.js";
import { importedSet } from "./imported-set.js";
import { codexCase, codexFile, strictest } from "./codex-cases.js";

const read = (text: string): ReturnType<typeof codexRules.read> =>
  codexRules.read({ path: ".codex/rules/default.rules", text });

describe("what becomes of a rule", () => {
  test.each([
    ['prefix_rule(pattern=["git", "push"], decision="forbidden")', "git push origin", "deny"],
    ['prefix_rule(pattern=["git", "push"], decision="forbidden")', "sudo /usr/bin/git push", "deny"],
    ['prefix_rule(pattern=["git", "push"], decision="forbidden")', "git status", "abstain"],
    ['prefix_rule(["git", ["push", "fetch"]], "prompt")', "cd a && git fetch", "ask"],
    ['prefix_rule(pattern=[["git", "hg"]], decision="prompt",)', "hg log", "ask"],
    ['prefix_rule(pattern=["""git""", r\'log\'])', "git log -n 3", "allow"],
    ['prefix_rule(pattern=["git", "log"])', "git log > f", "abstain"],
    ['prefix_rule(pattern=["git", "log"])', "git log; rm x", "abstain"],
    ['prefix_rule(pattern=["cargo", "test"])', "cargo test --all", "allow"],
    ['prefix_rule(pattern=["\\x67it"], decision="forbidden")', "git", "deny"],
    [
      'network_rule(host="Evil.example:443", protocol="https", decision="deny")',
      "curl https://evil.example/x",
      "deny",
    ],
  ])("%s, %s: %s", (rule, command, effect) => {
    const rules = read(rule);
    expect(rules).toMatchObject({ issues: [], notKept: [] });
    expect(importedSet(rules).effectOfShell(command)).toBe(effect);
  });

  test.each([
    ['x = ["git"]', 1, 1],
    ["prefix_rule(pattern=x)", 1, 1],
    ['def f():\n    prefix_rule(pattern=["git"])', 1, 1],
    ['if True:\n  prefix_rule(pattern=["git"])', 1, 1],
    ['prefix_rule(pattern=["a" + "b"])', 1, 1],
    ['prefix_rule(pattern=[x for x in ["a"]])', 1, 1],
    ['prefix_rule(pattern=("git",))', 1, 1],
    ['prefix_rule(pattern=["git"], decison="forbidden")', 1, 1],
    ['prefix_rule(pattern=["git"], decision="ask")', 1, 1],
    ["prefix_rule(pattern=[])", 1, 1],
    ['host_executable(name="git", paths=["/usr/bin/git"])', 0, 1],
    ['network_rule(host="a.example", protocol="https", decision="allow")', 0, 1],
    ['load("x", "y")', 1, 1],
    ['prefix_rule(pattern=["a b"])', 0, 1],
    ['prefix_rule(pattern=["git"], match=["ls"])', 1, 0],
  ])("%s", (text, issues, notKept) => {
    const rules = read(text);
    expect([rules.issues.length, rules.notKept.length]).toEqual([issues, notKept]);
  });

  test("a broken rule hides none of the others", () => {
    const good = 'prefix_rule(pattern=["rm"], decision="forbidden")';
    const rules = read(`${good}\nprefix_rule(pattern=["a"\n${good}\ns = "open\n${good}`);
    expect(rules.policies.map(({ from }) => from.line)).toEqual([1, 3, 5]);
    expect(rules.notKept.map(({ from }) => from.line)).toEqual([2, 4]);
    expect(new Set(rules.policies.map(({ policy }) => policy["id"])).size).toBe(3);
  });
});

test("law: imported rules decide as Codex's, or stricter as told", () => {
  assertLaw(
    fc.property(codexCase, ({ rules, argv }) => {
      const imported = read(codexFile(rules));
      expect(imported).toMatchObject({ issues: [], notKept: [] });
      const expected = strictest(rules, argv);
      const actual = importedSet(imported).effectOfShell(argv.join(" "));
      expect(actual).toBe(decisionHere(argv.join(" "), actual, expected));
    }),
    { quick: 150, deep: 600, full: 5_000 },
  );
});

test("law: the tests of imported policies pass, and the file loads", () => {
  assertLaw(
    fc.property(codexCase, ({ rules }) => {
      const imported = read(codexFile(rules));
      for (const one of imported.policies) {
        const { loaded, effectOf } = importedSet({ ...imported, policies: [one] });
        expect(loaded.issues.filter(({ severity }) => severity === "error")).toEqual([]);
        for (const { event, expect: wanted } of loaded.tests)
          expect(effectOf(event)).toBe(wanted.effect ?? "abstain");
      }
    }),
    { quick: 60, deep: 300, full: 2_000 },
  );
});

test("hostile files are read in bounded time, and nothing of them is lost in silence", () => {
  const deep = `prefix_rule(pattern=${"[".repeat(50_000)})`;
  expect(read(deep).notKept).toHaveLength(1);
  expect(read("prefix_rule(".repeat(10_000)).notKept).toHaveLength(1);
  expect(read("a".repeat(300_000)).issues[0]?.code).toBe("too-large");
  expect(
    read('prefix_rule(pattern=["__proto__", "constructor"], decision="forbidden")').policies,
  ).toHaveLength(1);
  expect(read("toString(__proto__=1)").notKept).toHaveLength(1);
  assertLaw(
    fc.property(
      fc.array(
        fc.constantFrom(
          "prefix_rule",
          "(",
          ")",
          "[",
          "]",
          '"',
          "'",
          '"""',
          "\\",
          "\n",
          ",",
          "=",
          "#",
          " ",
          "x",
          "pattern",
        ),
      ),
      (parts) => {
        const text = parts.join("");
        const { policies, notKept } = read(text);
        const hasRule = text.split("\n").some((line) => /^[^\s#;\\]/.test(line));
        expect(!hasRule || policies.length + notKept.length > 0).toBe(true);
      },
    ),
    { quick: 300 },
  );
});

test.each([
  ["git  push 'a b'", ["git", "push", "a b"]],
  [String.raw`a\ b "c\"d\x" #e`, ["a b", String.raw`c"d\x`]],
  ["a#b ''", ["a#b", ""]],
  ["'open", null],
  [" ", null],
])("the words of %s", (line, words) => {
  expect(splitWords(line)).toEqual(words);
});
