import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importRules } from "../../packages/hosts/src/importers/import-rules.js";
import type { ImportedRules } from "../../packages/hosts/src/importing/rule-importer.js";
import { assertLaw } from "../assert-law.js";
import { importedSet } from "./imported-set.js";
import { openCodeCase, openCodeEffect } from "./opencode-cases.js";
import { provenRules } from "./proven-rules.js";

const PLACE = { host: "opencode", cwd: "/work", workspace: "/work", home: "/home/user", links: {} };

function readText(text: string): ImportedRules {
  const [file] = importRules([{ path: "opencode.jsonc", text }]);
  if (file?.importer?.name !== "opencode") throw new Error("not recognised");
  return provenRules(file);
}
const read = (permission: unknown): ImportedRules => readText(JSON.stringify({ permission }, null, 2));
const bash = (command: string): object => ({
  tool: { kind: "shell", name: "bash" },
  toolName: "bash",
  params: { command },
});
const file = (name: string, path: string): object => ({
  tool: { kind: name === "read" ? "read" : "edit", name },
  toolName: name,
  params: { filePath: path, path, oldString: "a", newString: "b" },
});

/** So many patterns of commands, of which none begins as another does. */
const many = (count: number): Readonly<Record<string, "allow">> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `tool${at % 50} ${at % 3 === 0 ? "list" : "get"}${at}*`,
      "allow",
    ]),
  );

describe("a file of hundreds of rules is read whole", () => {
  const last = { "rm -rf *": "deny", "git push*": "ask" };
  const { notKept, policies } = read({ bash: { "*": "ask", ...many(685), ...last } });
  // A file holds fewer: what allows is in others.
  const { effectOf } = importedSet({ policies: policies.filter(({ policy }) => !("allow" in policy)) });

  test("and each says what it said", () => {
    expect(notKept).toEqual([]);
    expect(policies).toHaveLength(688);
  });

  test.each([
    ["rm -rf node_modules", "deny"],
    ["git push --force", "ask"],
    ["tool0 list0 x", "abstain"],
    ["tool34 list684", "abstain"],
    ["tool1 list0", "ask"],
    ["frobnicate", "ask"],
  ])("%s: %s", (command, effect) => {
    expect(effectOf({ ...PLACE, ...bash(command) })).toBe(effect);
  });

  test("of more than a thousand the last are read: they decide; and what is not is told", () => {
    const [file] = importRules([
      { path: "opencode.json", text: JSON.stringify({ permission: { bash: { ...many(1_100), ...last } } }) },
    ]);
    expect(file?.policies.at(-2)?.policy).toHaveProperty("deny");
    expect(file?.policies).toHaveLength(1_000);
    expect(file?.notKept).toHaveLength(102);
    expect(file?.notKept.every(({ guards }) => guards)).toBe(true);
  });
});

describe("what the last rule that matches decides", () => {
  test.each([
    [{ bash: { "*": "ask", "git status *": "allow" } }, bash("git status -sb"), "allow"],
    [{ bash: { "*": "ask", "git status *": "allow" } }, bash("git push"), "ask"],
    [{ bash: { "*": "ask", "git status *": "allow" } }, bash("git status; rm x"), "ask"],
    [{ bash: { "*": "allow", "rm *": "deny" } }, bash("cd a && rm -r b"), "deny"],
    [{ bash: { "rm *": "deny", "rm -i *": "ask" } }, bash("rm -i x"), "ask"],
    [{ bash: { "rm *": "deny", "rm -i *": "ask" } }, bash("rm x"), "deny"],
    [{ bash: "deny" }, bash("ls"), "deny"],
    [{ edit: "deny" }, file("write", "/work/x"), "deny"],
    [{ edit: "deny" }, bash("make > /dev/null"), "abstain"],
    [{ edit: { "*": "deny", "docs/*.md": "allow" } }, file("edit", "/work/docs/a/b.md"), "allow"],
    [{ edit: { "*": "deny", "docs/*.md": "allow" } }, file("edit", "/work/docs/../x"), "deny"],
    [{ edit: { "*.env": "deny" } }, bash("echo x > a/.env"), "deny"],
    [{ read: { "*.env": "deny", "*.example.env": "allow" } }, file("read", "/work/a/b.env"), "deny"],
    [{ read: { "*.env": "deny", "*.example.env": "allow" } }, file("read", "/work/x.example.env"), "allow"],
    [{ webfetch: "ask" }, { toolName: "webfetch", params: { url: "https://x" } }, "ask"],
    [{ "*": "ask", webfetch: "allow" }, { toolName: "webfetch", params: { url: "https://x" } }, "allow"],
    [{ "*": "ask", webfetch: "allow" }, { toolName: "websearch", params: { query: "x" } }, "ask"],
    [{ "my-mcp_*": "deny" }, { toolName: "my-mcp_delete", params: {} }, "deny"],
    [{ external_directory: { "*": "deny", "~/p/*": "allow" } }, file("read", "/etc/hosts"), "deny"],
    [{ external_directory: { "*": "deny", "~/p/*": "allow" } }, file("read", "/home/user/p/a/b"), "abstain"],
    [{ external_directory: "deny" }, file("read", "/work/a"), "abstain"],
    [
      { task: { "*": "allow", general: "deny" } },
      { toolName: "task", params: { subagent_type: "general" } },
      "deny",
    ],
    ["ask", { toolName: "read", params: {} }, "ask"],
  ])("%j, %j: %s", (permission, event, effect) => {
    expect(importedSet(read(permission)).effectOf({ ...PLACE, ...event })).toBe(effect);
  });

  test("a rule for everything is one for OpenCode", () => {
    expect(
      importedSet(read("deny")).effectOf({ ...PLACE, host: "claude-code", toolName: "Read", params: {} }),
    ).toBe("abstain");
  });

  test.each([
    [{ doom_loop: "ask" }, /repeat/],
    [{ bash: { "ls *": "maybe" } }, /none of allow/],
    [{ bash: 5 }, /none of allow/],
    [{ bash: { "ls *": "deny", "*": "allow" } }, /never decides/],
    [{ bash: { "ls *": "allow", "*": "deny" } }, /never decides/],
    [{ edit: { "../*": "deny" } }, /no path/],
    [{ todowrite: { "a*": "deny" } }, /not known/],
  ])("%j: one is not kept", (permission, reason) => {
    expect(read(permission).notKept.some((one) => reason.test(one.reason))).toBe(true);
  });

  test("what holds for one agent of OpenCode, and the older switches", () => {
    const rules = readText(
      '{ // comment\n "tools": { "write": false }, "agent": { "plan": { "permission": { "edit": "deny" } } }, }',
    );
    expect(rules).toMatchObject({ policies: [{ from: { line: 2 } }], notKept: [{ from: { line: 2 } }] });
    expect(importedSet(rules).effectOf({ ...PLACE, ...file("write", "/work/x") })).toBe("deny");
  });
});

test("law: a command is decided as OpenCode does, or stricter as told", () => {
  const strictness = { allow: 0, abstain: 1, ask: 2, deny: 3 };
  assertLaw(
    fc.property(openCodeCase, ({ rules, command }) => {
      const imported = read({ bash: Object.fromEntries(rules) });
      const actual = importedSet(imported).effectOf({ ...PLACE, ...bash(command) });
      const expected = openCodeEffect(rules, command);
      // Nothing is allowed that OpenCode does not allow, and nothing passes that it stops.
      expect(strictness[actual], `${actual}, and OpenCode: ${expected}`).toBeGreaterThanOrEqual(
        strictness[expected],
      );
    }),
    { quick: 30, deep: 300, full: 2_000 },
  );
});

test("law: every rule is a policy or is told", () => {
  const key = fc.constantFrom("bash", "edit", "read", "webfetch", "*", "my_*", "external_directory", "task");
  const pattern = fc.oneof(fc.constantFrom("*", "git *", "~/x/*", "/etc/*"), fc.string({ maxLength: 12 }));
  const action = fc.constantFrom("allow", "ask", "deny");
  assertLaw(
    fc.property(
      fc.dictionary(key, fc.dictionary(pattern, action, { maxKeys: 3, noNullPrototype: true }), {
        noNullPrototype: true,
      }),
      (permission) => {
        const rules = read(permission);
        const count = Object.values(permission).reduce((sum, map) => sum + Object.keys(map).length, 0);
        expect(rules.policies.length + rules.notKept.length).toBe(count);
      },
    ),
    { quick: 30, deep: 300, full: 2_000 },
  );
});
