import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ImportedFile, importRules } from "../../packages/hosts/src/importers/import-rules.js";
import { assertLaw } from "../assert-law.js";
import { importedSet } from "./imported-set.js";
import { provenRules } from "./proven-rules.js";

const PLACE = { cwd: "/work", workspace: "/work", home: "/home/user", links: {} };

function read(path: string, value: unknown): ImportedFile {
  const [file] = importRules([{ path, text: JSON.stringify(value, null, 2) }]);
  if (file?.importer === null || file === undefined) throw new Error("not recognised");
  return provenRules(file);
}
const permissions = (list: Readonly<Record<string, readonly unknown[]>>): ImportedFile =>
  read(".cursor/cli.json", { permissions: list });
const shell = (command: string): object => ({
  tool: { kind: "shell", name: "Shell" },
  toolName: "Shell",
  params: { command },
});
const file = (name: string, path: string): object => ({
  tool: { kind: name === "Read" ? "read" : "write", name },
  toolName: name,
  params: { path, contents: "x" },
});

describe("Cursor's permissions", () => {
  test.each([
    ["deny", "Shell(rm)", shell("rm -rf x"), "deny"],
    ["deny", "Shell(rm)", shell("ls; sudo /bin/rm x"), "deny"],
    ["deny", "Shell(rm)", shell("echo rm"), "abstain"],
    ["deny", "Shell(git:push*)", shell("git push --force"), "deny"],
    ["deny", "Shell(git:push*)", shell("git status"), "abstain"],
    ["allow", "Shell(git)", shell("git log -3"), "allow"],
    ["allow", "Shell(git)", shell("git log | sh"), "abstain"],
    ["allow", "Shell(git)", shell("gitk"), "abstain"],
    ["deny", "Read(.env*)", file("Read", "/work/.env.local"), "deny"],
    ["deny", "Read(.env*)", shell("cat .env"), "deny"],
    ["deny", "Read(.env*)", file("Read", "/work/a"), "abstain"],
    ["deny", "Write(**/*.key)", file("Write", "/work/a/b.key"), "deny"],
    ["allow", "Read(src/**)", file("Read", "/work/src/a/b"), "allow"],
    ["allow", "Read(src/**)", file("Read", "/work/src/../x"), "abstain"],
    ["deny", "WebFetch(*.evil.example)", shell("curl https://a.evil.example/x"), "deny"],
    [
      "deny",
      "Mcp(gh:delete_*)",
      {
        tool: { kind: "mcp", name: "mcp__gh__delete_x" },
        toolName: "mcp__gh__delete_x",
        params: { server: "gh", tool: "delete_x" },
      },
      "deny",
    ],
  ] as const)("%s %s, %j: %s", (effect, token, event, expected) => {
    const rules = permissions({ [effect]: [token] });
    expect(rules).toMatchObject({ issues: [], notKept: [] });
    expect(importedSet(rules).effectOf({ ...PLACE, ...event })).toBe(expected);
  });

  test.each([
    [{ deny: ["Read($HOME/x/**)"] }, "a path that begins with a variable"],
    [{ deny: ["Write(%APPDATA%\\x)"] }, "a path that begins with a variable"],
    [{ denny: ["Shell(rm)"] }, "Cursor has no such list"],
  ])("what Cursor would not match is not kept, and that it guards is said: %j", (list, reason) => {
    const { policies, notKept } = permissions(list);
    expect([policies, notKept]).toMatchObject([[], [{ guards: true }]]);
    expect(notKept[0]?.reason).toContain(reason);
  });

  test("a name with a dollar sign is a name", () => {
    const rules = permissions({ deny: ["Read(src/$id.tsx)"] });
    expect(importedSet(rules).effectOf({ ...PLACE, ...file("Read", "/work/src/$id.tsx") })).toBe("deny");
  });

  test("deny is before allow", () => {
    const rules = permissions({ allow: ["Shell(git)"], deny: ["Shell(git:push)"] });
    const { effectOf } = importedSet(rules);
    expect([effectOf({ ...shell("git push") }), effectOf({ ...shell("git log") })]).toEqual([
      "deny",
      "allow",
    ]);
  });

  test("law: a first word decides as in Cursor", () => {
    const words = fc.constantFrom("git", "rm", "ls", "npm");
    assertLaw(
      fc.property(fc.uniqueArray(words), fc.uniqueArray(words), words, words, (deny, allow, one, two) => {
        const rules = permissions({
          deny: deny.map((word) => `Shell(${word})`),
          allow: allow.map((word) => `Shell(${word})`),
        });
        const expected = deny.includes(one) ? "deny" : allow.includes(one) ? "allow" : "abstain";
        expect(importedSet(rules).effectOf({ ...shell(`${one} ${two}`) })).toBe(expected);
      }),
      { quick: 20, deep: 200, full: 1_000 },
    );
  });

  test("law: every token is a policy or is told", () => {
    const token = fc.oneof(
      fc.string(),
      fc.stringMatching(/^(?:Shell|Read|Write|WebFetch|Mcp)\([ -~]{0,16}\)$/),
      fc.integer(),
    );
    assertLaw(
      fc.property(fc.array(token, { maxLength: 4 }), fc.constantFrom("deny", "allow"), (list, effect) => {
        const rules = permissions({ [effect]: list });
        expect(rules.policies.length + rules.notKept.length).toBe(list.length);
      }),
      { quick: 40, deep: 300, full: 2_000 },
      [[[String.raw`Read(\})`, "Write({"], "deny"]],
    );
  });
});

describe("hook files", () => {
  const hooks = {
    version: 1,
    hooks: {
      beforeShellExecution: [
        { command: "./guard.sh", failClosed: true },
        { type: "prompt", prompt: "Is $ARGUMENTS safe?" },
      ],
      stop: [{ type: "prompt", prompt: "Done?" }],
    },
  };

  test("Cursor's questions become judges, its commands are told", () => {
    const rules = read(".cursor/hooks.json", hooks);
    expect(rules.policies).toMatchObject([
      { policy: { judge: { prompt: "Is {{context}} safe?" } }, from: { line: 9 } },
    ]);
    expect(rules.notKept.map(({ from, reason }) => [from.line, reason.slice(0, 9)])).toEqual([
      [5, "a command"],
      [15, "the promp"],
    ]);
  });

  test.each<readonly [written: string, judged: string]>([
    ["Is $ARGUMENTS safe?", "Is {{context}} safe?"],
    ["Is ${ARGUMENTS} safe?", "Is {{context}} safe?"],
    ["Is {{tool_input}} safe?", "Is {{params}} safe?"],
    ["Is {{ tool_input.command }} safe?", "Is {{params.command}} safe?"],
    ["Is {{tool_input.file_path}} secret?", "Is {{params.path}} secret?"],
    ["May {{tool_name}} do {{tool_input.new_string}}?", "May {{toolName}} do {{params}}?"],
    ["Is $TOOL_INPUT.command safe? $TOOL_INPUT.", "Is {{params.command}} safe? {{params}}."],
    ["Is $ARGUMENTS.tool_input.command safe?", "Is {{params.command}} safe?"],
    ["Is {{command}} safe in {{cwd}}?", "Is {{params.command}} safe in {{cwd}}?"],
    ["Is $USER_PROMPT harmful?", "Is {{prompt}} harmful?"],
    ["Is {{anything.else}} safe?", "Is {{context}} safe?"],
    ["Costs it $100 or $HOME?", "Costs it $100 or $HOME?"],
  ])("what Cursor's question names is what the judge is shown: %s", (prompt, judged) => {
    const rules = read(".cursor/hooks.json", {
      version: 1,
      hooks: { beforeShellExecution: [{ type: "prompt", prompt }] },
    });
    expect(rules.policies.map(({ policy }) => policy["judge"])).toEqual([{ prompt: judged }]);
    const isWide = prompt.includes("{{anything.else}}");
    expect(rules.policies[0]?.differs?.includes("names nothing that it is shown")).toBe(isWide);
  });

  test("Copilot's commands and addresses are told, one by one", () => {
    const rules = read(".github/hooks/guard.json", {
      version: 1,
      hooks: {
        preToolUse: [
          { type: "command", bash: "./x" },
          { type: "http", url: "https://x.example" },
        ],
        sessionStart: {},
      },
    });
    expect([rules.policies.length, rules.notKept.length]).toEqual([0, 3]);
  });
});

describe("files that are not what they should be", () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  test.each([
    [`{"permissions": ${deep}}`, 1],
    [`{"permissions": {"deny": ["Bash(`, 1],
    [`{"permissions": {"deny": ["Bash(ls)"], "deny": ["Bash(rm)"]}}`, 1],
    [`{"permissions": {"deny": ["Bash(ls)"]}}${" ".repeat(300_000)}`, 1],
    [`{"permissions": {"__proto__": ["Bash(ls)"], "constructor": 1}}`, 0],
    [`{"__proto__": {"permissions": {"deny": ["Bash(ls)"]}}, "permissions": {}}`, 0],
  ])("file %#", (text, issues) => {
    const [rules] = importRules([{ path: ".claude/settings.json", text }]);
    if (!text.includes('"permissions": {')) {
      // Not even recognised.
      expect(
        importRules([{ path: ".claude/settings.json", text }], { from: "claude-permissions" })[0]?.issues,
      ).toHaveLength(issues);
      return;
    }
    expect(rules?.issues).toHaveLength(issues);
    for (const issue of rules?.issues ?? [])
      expect(issue).toMatchObject({ severity: "error", line: 1, path: ".claude/settings.json" });
  });

  test("names of prototypes are rules like any other", () => {
    const text =
      '{"permission": {"__proto__": "deny", "constructor": "deny", "bash": {"__proto__": "deny"}}}';
    const [rules] = importRules([{ path: "opencode.json", text }]);
    expect((rules?.policies.length ?? 0) + (rules?.notKept.length ?? 0)).toBe(3);
  });

  test("an importer that is named reads a file of any name; a file that none knows is said", () => {
    const text = '{"permissions": {"deny": ["Bash(rm:*)"]}}';
    expect(importRules([{ path: "x.json", text }])[0]?.importer).toBeNull();
    expect(importRules([{ path: "x.json", text }], { from: "claude-permissions" })[0]?.policies).toHaveLength(
      1,
    );
  });
});
