import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { geminiPolicies } from "../../packages/hosts/src/gemini-cli/import/gemini-policies.js";
import { assertLaw } from "../assert-law.js";
import { firstMatch, geminiCase, geminiFile } from "./gemini-cases.js";
import { decisionHere } from "./guessed-words.js";
import { importedSet } from "./imported-set.js";

const read = (text: string, path = ".gemini/policies/rules.toml"): ReturnType<typeof geminiPolicies.read> =>
  geminiPolicies.read({ path, text });
const rule = (keys: string): string => `[[rule]]\n${keys.replaceAll("; ", "\n")}\n`;
const SHELL = 'toolName = "run_shell_command"; priority = 100; ';

describe("what becomes of a rule", () => {
  test.each([
    [rule(`${SHELL}commandPrefix = "rm -rf"; decision = "deny"`), "rm -rf /", "deny"],
    [rule(`${SHELL}commandPrefix = "rm -rf"; decision = "deny"`), "cd / && sudo rm -rf x", "deny"],
    [rule(`${SHELL}commandPrefix = "rm -rf"; decision = "deny"`), "rm -r x", "abstain"],
    [rule(`${SHELL}commandPrefix = ["git", "hg"]; decision = "ask_user"`), "hg log", "ask"],
    [rule(`${SHELL}commandPrefix = "git log"; decision = "allow"`), "git log -n 3", "allow"],
    [rule(`${SHELL}commandPrefix = "git log"; decision = "allow"`), "git log > f", "abstain"],
    [rule(`${SHELL}commandRegex = "git (commit|push)"; decision = "deny"`), "ls; git push", "deny"],
    [rule(`${SHELL}decision = "ask_user"`), "ls", "ask"],
    [rule(`${SHELL}argsPattern = '"command":"(git|npm)'; decision = "deny"`), "npm i", "deny"],
    [
      rule(`${SHELL}commandPrefix = "git"; decision = "deny"`) +
        rule('toolName = "run_shell_command"; commandPrefix = "git log"; decision = "allow"; priority = 200'),
      "git log",
      "allow",
    ],
  ])("%s %s: %s", (text, command, effect) => {
    const rules = read(text);
    expect(rules).toMatchObject({ issues: [], notKept: [] });
    expect(importedSet(rules).effectOfShell(command)).toBe(effect);
  });

  test.each([
    [
      'mcpName = "jira"; toolName = "search"; decision = "deny"; priority = 1',
      "mcp",
      { server: "jira", tool: "search" },
      "deny",
    ],
    [
      'mcpName = "jira"; toolName = "search"; decision = "deny"; priority = 1',
      "mcp",
      { server: "jira", tool: "get" },
      "abstain",
    ],
    [
      'toolName = "mcp_jira_*"; decision = "allow"; priority = 1',
      "mcp",
      { server: "jira", tool: "get" },
      "allow",
    ],
    ['toolName = "write_file"; decision = "deny"; priority = 1', "write", { path: "a" }, "deny"],
    [
      `toolName = "write_file"; argsPattern = '\\0"file_path":"a"\\0'; decision = "deny"; priority = 1`,
      "write",
      { path: "ab" },
      "abstain",
    ],
    [
      `toolName = "write_file"; argsPattern = '\\0"file_path":"a"\\0'; decision = "deny"; priority = 1`,
      "write",
      { path: "a" },
      "deny",
    ],
    ['toolName = "*"; decision = "ask_user"; priority = 1', "other", {}, "ask"],
  ])("%s: %s %o", (keys, kind, params, effect) => {
    const tool = { kind, name: "tool" };
    expect(importedSet(read(rule(keys))).effectOf({ tool, toolName: "tool", params })).toBe(effect);
  });

  test.each([
    [rule(`${SHELL}decision = "deny"; allow_redirection = true`), ["unknown-key"], 1, 1],
    [rule(`${SHELL}decision = "block"`), ["invalid-value"], 1, 0],
    [rule('toolName = "glob"; decision = "deny"'), ["invalid-value"], 1, 0],
    [rule(`${SHELL}decision = "allow"; modes = ["yolo"]`), [], 1, 0],
    [rule(`${SHELL}decision = "deny"; modes = ["plan"]`), [], 1, 0],
    [rule(`${SHELL}decision = "deny"; modes = ["default", "yolo"]`), [], 0, 1],
    [rule(`${SHELL}decision = "deny"; subagent = "x"`), [], 1, 0],
    [rule(`${SHELL}decision = "deny"; argsPattern = '(?=x)'`), [], 1, 0],
    [rule(`${SHELL}decision = "deny"; commandRegex = 'a(?=x)'`), [], 1, 0],
    ['[[safety_checker]]\ntoolName = "*"\n', [], 1, 0],
    ["[[rule]]\ntoolName = \n", ["syntax"], 0, 0],
  ])("%s", (text, codes, notKept, policies) => {
    const rules = read(text);
    expect([rules.issues.map(({ code }) => code), rules.notKept.length, rules.policies.length]).toEqual([
      codes,
      notKept,
      policies,
    ]);
  });

  test("the lists of settings", () => {
    const text =
      '{ // tools\n "tools": { "allowed": ["run_shell_command(git log)"], "exclude": ["write_file"], "core": ["glob"] } }';
    const rules = read(text, "/home/u/.gemini/settings.json");
    const { effectOfShell, effectOf } = importedSet(rules);
    expect([effectOfShell("git log"), effectOfShell("ls")]).toEqual(["allow", "deny"]);
    expect(
      effectOf({ tool: { kind: "write", name: "write_file" }, toolName: "write_file", params: {} }),
    ).toBe("deny");
    expect(rules.notKept).toHaveLength(1);
  });
});

test("law: imported rules decide as Gemini CLI's first match does", () => {
  assertLaw(
    fc.property(geminiCase, ({ rules, command }) => {
      const imported = read(geminiFile(rules));
      expect(imported).toMatchObject({ issues: [], notKept: [] });
      const actual = importedSet(imported).effectOfShell(command);
      expect(actual).toBe(decisionHere(command, actual, firstMatch(rules, command)));
    }),
    { quick: 150, deep: 600, full: 5_000 },
  );
});

test("law: the tests of imported policies pass, and the file loads", () => {
  assertLaw(
    fc.property(geminiCase, ({ rules }) => {
      const imported = read(geminiFile(rules));
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

test("hostile files are refused or read, never with an exception", () => {
  expect(read(`x = ${"[".repeat(20_000)}`).issues[0]?.code).toBe("syntax");
  expect(read("#".repeat(300_000)).issues[0]?.code).toBe("too-large");
  expect(read('[[rule]]\n__proto__ = 1\nconstructor = "x"\n').notKept).toHaveLength(1);
  expect(read("[".repeat(100_000), ".gemini/settings.json").policies).toEqual([]);
});

test("what settings say of a whole server is listed as not kept", () => {
  const text = `{
  "mcpServers": {
    "jira": { "command": "jira", "trust": true, "excludeTools": ["drop"] },
    "docs": { "command": "docs", "trust": false, "includeTools": ["find"] },
    "__proto__": { "trust": true }
  }
}`;
  const { policies, notKept } = read(text, ".gemini/settings.json");
  expect(policies).toEqual([]);
  expect(notKept.map(({ from, reason }) => [from.line, reason.slice(0, 31)])).toEqual([
    [3, "it is a setting of the server, "],
    [3, "the tools are kept from the mod"],
    [4, "a list of the only tools of a s"],
    [5, "it is a setting of the server, "],
  ]);
});
