import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importRules } from "../../packages/hosts/src/importers/import-rules.js";
import type { ImportedRules } from "../../packages/hosts/src/importing/rule-importer.js";
import { assertLaw } from "../assert-law.js";
import { claudeEffect, claudeCase } from "./claude-cases.js";
import { importedSet } from "./imported-set.js";
import { provenRules } from "./proven-rules.js";

/** A program, and at most one word that is not an option. */
const SIMPLE = /^Bash\([a-z-]+(?: [a-z]+)?(?::\*| \*)?\)$/;
const PLACE = { cwd: "/work", workspace: "/work", home: "/home/u", links: {} };

function read(permissions: object, path = ".claude/settings.json"): ImportedRules {
  const [file] = importRules([{ path, text: JSON.stringify({ permissions }, null, 2) }]);
  if (file?.importer?.name !== "claude-permissions") throw new Error("not recognised");
  return provenRules(file);
}
const bash = (command: string): object => ({
  tool: { kind: "shell", name: "Bash" },
  toolName: "Bash",
  params: { command },
});
const file = (name: string, path: string): object => ({
  tool: { kind: name === "Read" ? "read" : "edit", name },
  toolName: name,
  params: { file_path: path, path, old_string: "a", new_string: "b", content: "x" },
});
const call = (toolName: string, params: object, kind = "other"): object => ({
  tool: { kind, name: toolName },
  toolName,
  params,
});

describe("what a rule decides", () => {
  test.each([
    ["deny", "Bash(git push:*)", bash("git push"), "deny"],
    [
      "deny",
      "Bash(run_in_background:true)",
      call("Bash", { command: "ls", run_in_background: true }, "shell"),
      "deny",
    ],
    ["deny", "Bash(run_in_background:true)", call("Bash", { command: "ls" }, "shell"), "abstain"],
    ["deny", "Bash(timeout:*)", bash("timeout 5 ls"), "deny"],
    ["deny", "Bash(git push:*)", bash("git -C sub push -f"), "deny"],
    ["deny", "Bash(git push:*)", bash("ls && sudo /usr/bin/git push origin"), "deny"],
    ["deny", "Bash(git push:*)", bash("git commit -m 'git push'"), "abstain"],
    ["deny", "Bash(rm -rf *)", bash("rm -f -r build"), "deny"],
    ["deny", "Bash(rm -rf *)", bash("rm a"), "abstain"],
    ["deny", "Bash(git * main)", bash("git push origin main"), "deny"],
    ["deny", "Bash(npm publish)", bash("npm publish"), "deny"],
    ["deny", "Bash(curl https://x.example/*)", bash("curl https://x.example/a"), "deny"],
    ["ask", "Bash(docker *)", bash("docker ps"), "ask"],
    ["ask", "Bash", bash("ls"), "ask"],
    ["allow", "Bash(npm run test:*)", bash("npm run test -- --watch"), "allow"],
    ["allow", "Bash(npm run test:*)", bash("npm run test"), "allow"],
    ["allow", "Bash(npm run test:*)", bash("npm run tests"), "abstain"],
    ["allow", "Bash(npm run test:*)", bash("npm run test; rm -rf ~"), "abstain"],
    ["allow", "Bash(npm run test:*)", bash("npm run test $(id)"), "abstain"],
    ["allow", "Bash(npm run test:*)", bash("npm run test x; rm -rf ~"), "abstain"],
    ["allow", "Bash(npm run test:*)", bash("npm run test x && id"), "abstain"],
    ["allow", "Bash(npm run test:*)", bash("npm run test x | sh"), "abstain"],
    ["allow", "Bash(npm run test:*)", bash("npm run test x & id"), "abstain"],
    ["allow", "Bash(npm run test:*)", bash("npm run test `id`"), "abstain"],
    ["allow", "Bash(npm run test:*)", bash("npm run test {a,b}"), "abstain"],
    ["allow", "Bash(npm run test:*)", bash("npm run test 'x\ny'"), "abstain"],
    ["allow", "Bash(npm run test:*)", bash("npm run test > ~/.bashrc"), "abstain"],
    ["allow", "Bash(npm run test:*)", bash("npm run test\nrm -rf ~"), "abstain"],
    ["allow", "Bash(git commit:*)", bash('git commit -m "a; b"'), "allow"],
    ["allow", "Bash(git commit:*)", bash('git commit -m "$(id)"'), "abstain"],
    ["allow", "Bash(ls)", bash("ls"), "allow"],
    ["allow", "Bash(ls)", bash("ls -la"), "abstain"],
    ["allow", "Bash(*)", bash("make all"), "allow"],
    ["deny", "Read(./.env)", file("Read", "/work/.env"), "deny"],
    ["deny", "Read(./.env)", file("Edit", "/work/.env"), "deny"],
    ["deny", "Read(.env)", file("Read", "/work/a/b/.env"), "deny"],
    ["deny", "Read(.env)", file("Read", "/work/a/.envrc"), "abstain"],
    ["deny", "Read(/src/x)", file("Read", "/work/src/x"), "deny"],
    ["deny", "Read(/src/x)", file("Read", "/work/a/src/x"), "abstain"],
    ["deny", "Read(//etc/passwd)", file("Read", "/etc/passwd"), "deny"],
    ["deny", "Read(//etc/passwd)", bash("cat /etc/passwd | wc"), "deny"],
    ["deny", "Read(~/.ssh/**)", bash("tar c ~/.ssh"), "deny"],
    ["deny", "Read(./.env)", bash("grep -r x ."), "abstain"],
    ["deny", "Edit(docs/**)", bash("echo x > docs/a"), "deny"],
    ["deny", "Edit(docs/**)", bash("cat docs/a"), "abstain"],
    ["deny", "Edit", file("Write", "/work/a"), "deny"],
    ["allow", "Edit(src/**)", file("Write", "/work/src/a/b.ts"), "allow"],
    ["allow", "Edit(src/**)", file("Write", "/work/src/../x"), "abstain"],
    [
      "deny",
      "WebFetch(domain:evil.example)",
      call("WebFetch", { url: "https://EVIL.example:8/x" }, "fetch"),
      "deny",
    ],
    ["deny", "WebFetch(domain:evil.example)", bash("curl evil.example"), "deny"],
    [
      "deny",
      "WebFetch(domain:evil.example)",
      call("WebFetch", { url: "https://good.example/evil.example" }, "fetch"),
      "abstain",
    ],
    [
      "allow",
      "WebFetch(domain:good.example)",
      call("WebFetch", { url: "https://good.example/a" }, "fetch"),
      "allow",
    ],
    [
      "allow",
      "WebFetch(domain:good.example)",
      call("WebFetch", { url: "https://good.example.evil.example/" }, "fetch"),
      "abstain",
    ],
    [
      "allow",
      "WebFetch(domain:good.example)",
      call("WebFetch", { url: "https://good.example@evil.example/" }, "fetch"),
      "abstain",
    ],
    ["deny", "mcp__gh", call("mcp__gh__delete", {}, "mcp"), "deny"],
    ["deny", "mcp__gh", call("mcp__ghost__delete", {}, "mcp"), "abstain"],
    ["allow", "mcp__gh__get_*", call("mcp__gh__get_issue", {}, "mcp"), "allow"],
    ["ask", "Agent(Explore)", call("Task", { subagent_type: "Explore" }, "agent"), "ask"],
    ["ask", "Agent(model:opus*)", call("Agent", { model: "opus-9" }, "agent"), "ask"],
  ] as const)("%s %s, %j: %s", (effect, rule, event, expected) => {
    const rules = read({ [effect]: [rule] });
    expect(rules).toMatchObject({ issues: [], notKept: [] });
    expect(importedSet(rules).effectOf({ ...PLACE, ...event })).toBe(expected);
  });

  test("deny before ask before allow, in whatever order", () => {
    const rules = read({
      allow: ["Bash(git:*)"],
      ask: ["Bash(git push:*)"],
      deny: ["Bash(git push --force:*)"],
    });
    const { effectOfShell } = importedSet(rules);
    expect(["git log", "git push", "git push -f"].map(effectOfShell)).toEqual(["allow", "ask", "deny"]);
  });

  test.each([
    ["deny", "Write(src/**)", /dead rule/],
    ["deny", "Glob(src/**)", /dead rule/],
    ["deny", "Read(../x)", /no path/],
    ["deny", "Read(!x)", /exception/],
    ["deny", "PowerShell(rm *)", /PowerShell/],
    ["allow", 'Bash(git commit -m "x *)', /quotes/],
    ["allow", "Bash(a && b)", /several commands/],
    ["deny", "mcp__gh__x(y)", /parentheses/],
    ["allow", "Agent(model:opus)", /`deny` and `ask` only/],
    ["deny", "(x)", /not `Tool`/],
  ])("%s %s is not kept", (effect, rule, reason) => {
    const rules = read({ [effect]: [rule] });
    expect(rules.policies).toEqual([]);
    expect(rules.notKept).toMatchObject([{ from: { line: 4, column: 7 } }]);
    expect(rules.notKept[0]?.reason).toMatch(reason);
  });

  test("one slash in the user's settings is not a project", () => {
    expect(read({ deny: ["Read(/x)"] }, "~/.claude/settings.json").notKept).toHaveLength(1);
  });

  test.each(["Read($HOME/x/**)", "Edit(${HOME}/x)", "Read(%APPDATA%/x)"])(
    "a path that Claude Code would not match is not kept, and that it guards is said: %s",
    (rule) => {
      const { policies, notKept } = read({ deny: [rule] });
      expect([policies, notKept]).toMatchObject([
        [],
        [{ guards: true, instead: "write `~/…` for the home folder" }],
      ]);
    },
  );

  test("a misspelt list, and misspelt settings, are told as what may guard", () => {
    expect(read({ denny: ["Bash(rm *)"], allow: [] }).notKept).toMatchObject([
      { guards: true, instead: "write `deny`" },
    ]);
    const text = JSON.stringify({
      permissions: {},
      permisions: { deny: ["Bash(rm *)"] },
      model: "x",
      hook: {},
    });
    const [file] = importRules([{ path: ".claude/settings.json", text }]);
    expect(file?.notKept).toMatchObject([
      { guards: true, instead: "write `permissions`" },
      { guards: true, instead: "write `hooks`" },
    ]);
  });

  test("what is no list of rules is told", () => {
    const rules = read({
      additionalDirectories: ["../a", "/b"],
      defaultMode: "plan",
      allowed: ["Bash"],
      deny: "Bash",
    });
    expect(rules.policies).toEqual([]);
    expect(rules.notKept).toHaveLength(5);
  });
});

test("law: every rule is a policy or is told, and policies load and do as their tests say", () => {
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^(?:Bash|Read|Edit|WebFetch|mcp__a|Skill)\([ -~]{0,20}\)$/),
  );
  assertLaw(
    fc.property(fc.array(text, { maxLength: 4 }), fc.constantFrom("deny", "ask", "allow"), (list, effect) => {
      const rules = read({ [effect]: list });
      expect(rules.policies.length + rules.notKept.length).toBe(list.length);
      expect(rules.notKept.filter(({ reason }) => reason.startsWith("the policy made of it"))).toEqual([]);
    }),
    { quick: 30, deep: 300, full: 2_000 },
    // A backslash within brackets quotes what is behind it.
    [[[String.raw`Read([\ ])`, String.raw`Read([\]a])`, String.raw`Edit([!\]a])`], "deny"]],
  );
});

test("law: imported rules decide as Claude Code does, or stricter", () => {
  const strictness = { allow: 0, abstain: 1, ask: 2, deny: 3 };
  assertLaw(
    fc.property(claudeCase, ({ permissions, command }) => {
      const actual = importedSet(read(permissions)).effectOfShell(command);
      const expected = claudeEffect(permissions, command);
      expect(strictness[actual], `${actual}, and Claude Code: ${expected}`).toBeGreaterThanOrEqual(
        strictness[expected],
      );
      // What is stricter is told: other orders of words, other places of options, programs that run others.
      const lists: readonly (readonly string[])[] = [permissions.deny, permissions.ask, permissions.allow];
      const isSimple = lists.every((list) => list.every((rule) => SIMPLE.test(rule)));
      if (isSimple && !command.includes("timeout") && !command.includes("&&")) expect(actual).toBe(expected);
    }),
    { quick: 30, deep: 300, full: 2_000 },
  );
});
