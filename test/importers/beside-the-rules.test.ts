import { describe, expect, test } from "vitest";
import { OTHER_SETTINGS } from "../../packages/hosts/src/claude-code/import/other-settings.table.js";
import { type ImportedFile, importRules } from "../../packages/hosts/src/importers/import-rules.js";
import { nativeText } from "../../packages/hosts/src/importers/native-text.js";

const INDENTS = ["", "  ", "\t"];

function read(path: string, text: string, isOwnHook?: (command: string) => boolean): ImportedFile {
  const [file] = importRules([{ path, text }], isOwnHook === undefined ? {} : { isOwnHook });
  if (file === undefined || file.importer === null) throw new Error("not recognised");
  return file;
}

const said = (file: ImportedFile): readonly string[] => file.notKept.map(({ from }) => from.text);

const GROUPS = {
  PreToolUse: [
    {
      matcher: "Bash",
      hooks: [
        { type: "command", command: "./guard.sh" },
        { type: "prompt", prompt: "Safe?" },
      ],
    },
    { matcher: "*", hooks: [{ type: "http", url: "https://a.example" }] },
  ],
  Stop: [{ hooks: [{ type: "command", command: "./done.sh", timeout: 5 }] }],
};
const VALUES: Readonly<Record<string, unknown>> = {
  sandbox: { enabled: true, network: { allowedDomains: ["a.example"] } },
  env: { ANTHROPIC_API_KEY: "sk-secret-1", NODE_ENV: "test" },
};

describe("what guards beside Claude Code's permissions is named", () => {
  const rows = OTHER_SETTINGS.flatMap(({ key }) =>
    INDENTS.flatMap((indent) => [false, true].map((alone) => [key, indent, alone] as const)),
  );
  test.each(rows)("%s, indented by %j, alone: %s", (key, indent, alone) => {
    const value = {
      model: "opus",
      ...(alone ? {} : { permissions: { allow: ["Bash(npm test)"] } }),
      [key]: VALUES[key] ?? true,
      theme: "dark",
    };
    const file = read(".claude/settings.json", JSON.stringify(value, null, indent));
    expect(file.policies).toHaveLength(alone ? 0 : 1);
    expect(file.notKept).toHaveLength(1);
    const [{ from, reason, instead } = { from: { text: "", line: 0 }, reason: "" }] = file.notKept;
    expect(from.text).toMatch(new RegExp(`^"?${key}\\b`));
    expect(from.text).not.toMatch(/theme|secret/);
    expect(reason.length).toBeGreaterThan(20);
    expect(instead).toMatch(/\w/);
    expect(from.line).toBe(
      indent === "" ? 1 : JSON.stringify(value, null, indent).split(`"${key}"`)[0]?.split("\n").length,
    );
  });

  test("settings that say nothing of it have no word, and other agents' files of that name are not taken for them", () => {
    expect(
      importRules([{ path: ".claude/settings.json", text: '{"model":"opus"}' }])[0]?.importer,
    ).toBeNull();
    const text = JSON.stringify({ hooks: GROUPS });
    expect(importRules([{ path: ".gemini/settings.json", text }])[0]?.importer?.name).toBe("gemini-policies");
    expect(importRules([{ path: ".qwen/settings.json", text }])[0]?.importer).toBeNull();
  });
});

describe.each([
  [".claude/settings.json", "Claude Code"],
  ["~/.claude/settings.local.json", "Claude Code"],
  ["/etc/claude-code/managed-settings.json", "Claude Code"],
  ["/etc/claude-code/managed-settings.d/team.json", "Claude Code"],
  [".gemini/settings.json", "Gemini CLI"],
])("hooks in %s", (path, title) => {
  test.each(INDENTS)("each is named with its own text, indented by %j", (indent) => {
    const file = read(path, JSON.stringify({ hooks: GROUPS, model: "x" }, null, indent));
    expect(said(file).map((text) => JSON.parse(text) as unknown)).toEqual([
      ...(GROUPS.PreToolUse[0]?.hooks ?? []),
      ...(GROUPS.PreToolUse[1]?.hooks ?? []),
      ...(GROUPS.Stop[0]?.hooks ?? []),
    ]);
    for (const { reason, instead } of file.notKept) {
      expect(reason).not.toBe("");
      expect(instead).toContain(title);
    }
  });

  test("those of Gatehouse itself are passed over, and counted", () => {
    const hooks = {
      PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: "own" }] }, ...GROUPS.PreToolUse],
    };
    const file = read(path, JSON.stringify({ hooks }), (command) => command === "own");
    expect([file.ownHooks, file.notKept.length]).toEqual([1, 3]);
    expect(read(path, JSON.stringify({ hooks })).notKept).toHaveLength(4);
  });

  test.each([
    ["not an object", "[]"],
    ["no list", '{"Stop":{}}'],
    ["a group without hooks", '{"Stop":[{"matcher":"*"}]}'],
  ])("%s is named, too", (_, hooks) => {
    expect(read(path, `{"hooks":${hooks}}`).notKept).toHaveLength(1);
  });
});

/** A file of each importer of JSON: its rules, in order, and where they are. */
const FILES: readonly (readonly [path: string, value: object, rules: readonly unknown[]])[] = [
  [
    ".claude/settings.json",
    { permissions: { allow: ["Bash(npm test)", "Nope("] } },
    ["Bash(npm test)", "Nope("],
  ],
  [
    ".gemini/settings.json",
    { tools: { exclude: ["write_file", 7], core: ["ls"] }, ui: {} },
    ["write_file", 7, "ls"],
  ],
  [".cursor/cli.json", { permissions: { deny: ["Shell(rm)", "Odd"] }, editor: {} }, ["Shell(rm)", "Odd"]],
  [
    ".cursor/hooks.json",
    { version: 1, hooks: { stop: [{ command: "a.sh" }, { command: "b.sh" }] } },
    [{ command: "a.sh" }, { command: "b.sh" }],
  ],
  [
    ".github/hooks/a.json",
    { version: 1, hooks: { preToolUse: [{ type: "command", bash: "a.sh" }] } },
    [{ type: "command", bash: "a.sh" }],
  ],
];

describe.each(FILES)("the text of a rule is the rule, whatever is on its line: %s", (path, value, rules) => {
  test.each(INDENTS)("indented by %j", (indent) => {
    const { policies, notKept } = read(path, JSON.stringify(value, null, indent));
    const texts = [...policies, ...notKept]
      .map(({ from }) => from)
      .toSorted((a, b) => a.line - b.line || a.column - b.column)
      .map(({ text }) => JSON.parse(text) as unknown);
    expect(texts).toEqual(rules);
  });

  test("with comments and quotes in them", () => {
    if (!path.startsWith(".gemini")) return;
    const text = JSON.stringify(value, null, 2).replaceAll(",\n", ", // don't \"ask\n");
    const { policies, notKept } = read(path, text);
    expect([...policies, ...notKept].map(({ from }) => JSON.parse(from.text) as unknown)).toEqual(rules);
  });

  test("what is written says of no rule that it differs by nothing", () => {
    const file = read(path, JSON.stringify(value));
    expect(nativeText([file])).not.toMatch(/Differs: *\./);
    expect(file.policies.map(({ differs }) => differs)).not.toContain("");
  });
});

test("a rule of hookify that differs by nothing says nothing of it", () => {
  const text = "---\nname: no-rm\nenabled: true\nevent: bash\npattern: rm\naction: block\n---\nNot here.\n";
  expect(nativeText([read(".claude/hookify.a.local.md", text)])).not.toMatch(/Differs: *\./);
});
