import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importRules } from "../../packages/hosts/src/importers/import-rules.js";
import type { ImportedRules } from "../../packages/hosts/src/importing/rule-importer.js";
import { assertLaw } from "../assert-law.js";
import { hookifyFires, type HookifyCase, hookifyCase, hookifyFile } from "./hookify-cases.js";
import { importedSet } from "./imported-set.js";
import { provenRules } from "./proven-rules.js";

function read(text: string): ImportedRules {
  const [file] = importRules([{ path: ".claude/hookify.x.local.md", text }]);
  if (file?.importer?.name !== "hookify") throw new Error("not recognised");
  return provenRules(file);
}
const rule = (keys: string, body = "Mind this."): string =>
  `---\nname: x\nenabled: true\n${keys}\n---\n\n${body}\n`;
const call = (toolName: string, params: object): object => ({ toolName, params });

describe("what a rule decides", () => {
  test.each([
    ["event: bash\npattern: rm\\s+-rf\naction: block", call("Bash", { command: "RM  -rf x" }), "deny", 0],
    ["event: bash\npattern: rm\\s+-rf\naction: block", call("Bash", { command: "rm x" }), "abstain", 0],
    ["event: bash\npattern: rm\\s+-rf", call("Bash", { command: "rm -rf x" }), "abstain", 1],
    ["event: bash\npattern: rm\\s+-rf", call("Write", { command: "rm -rf x" }), "abstain", 0],
    [
      "event: file\nconditions:\n  - field: command\n    operator: contains\n    pattern: rm",
      call("Bash", { command: "rm" }),
      "abstain",
      0,
    ],
    [
      "event: file\nconditions:\n  - field: file_path\n    operator: contains\n    pattern: .env",
      call("Read", { file_path: "/a/.env" }),
      "abstain",
      1,
    ],
    ["event: file\npattern: console\\.log\\(", call("Edit", { new_string: "console.log(1)" }), "abstain", 1],
    ["event: file\npattern: console\\.log\\(", call("Write", { content: "console.log(1)" }), "abstain", 1],
    [
      "event: file\npattern: console\\.log\\(",
      call("MultiEdit", { edits: [{ new_string: "a" }, { new_string: "console.log(1)" }] }),
      "abstain",
      1,
    ],
    [
      "event: file\naction: block\nconditions:\n  - field: file_path\n    operator: ends_with\n    pattern: .env\n  - field: content\n    operator: contains\n    pattern: KEY",
      call("Write", { file_path: "/a/.env", content: "API_KEY=1" }),
      "deny",
      0,
    ],
    [
      "event: file\naction: block\nconditions:\n  - field: content\n    operator: not_contains\n    pattern: license",
      call("Write", { content: "x" }),
      "deny",
      0,
    ],
    [
      "event: all\ntool_matcher: WebFetch|WebSearch\naction: ask\nconditions:\n  - field: url, operator: contains, pattern: evil",
      call("WebFetch", { url: "https://evil" }),
      "ask",
      0,
    ],
    ["event: bash\naction: block\npattern: (?<!x)rm", call("Bash", { command: "rm" }), "abstain", 0],
  ] as const)("%s %j: %s", (keys, event, effect, warnings) => {
    const { effectOf, decisionOf } = importedSet(read(rule(keys)));
    expect([effectOf({ ...event }), decisionOf({ ...event }).warnings.length]).toEqual([effect, warnings]);
  });

  test.each([
    ["event: bash\npattern: (?<!x)rm", /RE2/],
    ["event: bash\npattern: (a)\\1", /RE2/],
    ["event: bash\npattern: a\\y", /Python refuses/],
    ["event: bash\npattern: true", /lets every call pass/],
    ["event: bash", /neither a pattern/],
    ["event: shell\npattern: x", /no event/],
    ["event: stop\npattern: .*", /when it stops/],
    [
      "event: stop\nconditions:\n  - field: transcript\n    operator: not_contains\n    pattern: npm test",
      /transcript/,
    ],
    ["event: bash\nconditions:\n  - field: command\n    operator: matches\n    pattern: x", /operator/],
  ])("%s is not kept", (keys, reason) => {
    const rules = read(rule(keys));
    expect(rules.policies).toEqual([]);
    expect(rules.notKept).toMatchObject([{ from: { line: 2, column: 1, text: "name: x" } }]);
    expect(rules.notKept[0]?.reason).toMatch(reason);
  });

  test("a rule of prompts, which hookify never fired, warns, and says so", () => {
    const rules = read(rule("event: prompt\npattern: deploy\naction: block"));
    expect(rules.policies[0]?.differs).toContain("never fired");
    const { decisionOf } = importedSet(rules);
    expect(decisionOf({ event: "prompt", prompt: "please deploy" })).toMatchObject({
      effect: "abstain",
      warnings: [{}],
    });
  });

  test("one that is off stays off", () => {
    const rules = read(
      rule("event: bash\npattern: rm\naction: block").replace("enabled: true", "enabled: false"),
    );
    expect(importedSet(rules).effectOf(call("Bash", { command: "rm" }) as never)).toBe("abstain");
    expect(rules.policies).toHaveLength(1);
  });
});

test("law: a rule fires where hookify's does", () => {
  assertLaw(
    fc.property(hookifyCase, (given: HookifyCase) => {
      const rules = read(hookifyFile(given));
      expect(rules.notKept).toEqual([]);
      expect(importedSet(rules).effectOf({ toolName: given.tool, params: given.params })).toBe(
        hookifyFires(given) ? "deny" : "abstain",
      );
    }),
    { quick: 30, deep: 400, full: 2_000 },
  );
});

test("law: a file is a policy, or is told, whatever is in it", () => {
  const line = fc.stringMatching(/^[ -]{0,4}[a-z:"' \\[\]()*+?{},.$^|-]{0,30}$/);
  assertLaw(
    fc.property(fc.array(line, { maxLength: 6 }), fc.string(), (lines, pattern) => {
      const rules = read(rule(`event: bash\npattern: ${pattern}\n${lines.join("\n")}`));
      expect(rules.policies.length + rules.notKept.length + rules.issues.length).toBe(1);
    }),
    { quick: 30, deep: 400, full: 2_000 },
  );
});
