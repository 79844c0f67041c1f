import { compilePolicies, decide, type Decision } from "@gatehouse-hooks/engine";
import { HOSTS, load, VOCABULARY } from "@gatehouse-hooks/hosts";
import type { JsonObject } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";
import { ownConfig } from "../../src/own-config/own-config.js";

const { path, text, format, tier } = ownConfig(["/opt/tools/gate.house/dist"]);
const loaded = load(text, { path, format, tier });
const { set, issues } = compilePolicies(loaded, { vocabulary: VOCABULARY });

const CWD = "/home/me/work";

/** What is decided of a call, as policies for all agents see it. */
function call(kind: string, params: JsonObject, more: JsonObject = {}): Decision {
  const toolName = kind === "mcp" ? "mcp__files__write_file" : kind;
  return decide(set, {
    event: "before_tool_call",
    tool: { kind, name: toolName },
    toolName,
    params,
    cwd: CWD,
    ...more,
  });
}
const shell = (command: string, more: JsonObject = {}): Decision => call("shell", { command }, more);

test("the file loads without an issue, in the enforced tier", () => {
  expect([loaded.issues, issues]).toEqual([[], []]);
  expect(loaded.policies.map((policy) => policy.tier)).toEqual(loaded.policies.map(() => "enforced"));
});

test("each condition has room for a twentieth of the characters and tokens of the longest one, also beside a program of a long path", () => {
  const more = ` && params.unused != "${"x".repeat(26)}"`.repeat(17);
  const file = JSON.parse(ownConfig([`/${"x".repeat(399)}`]).text) as {
    readonly policies: readonly { readonly when: string }[];
  };
  const policies = file.policies.map((policy) => ({ ...policy, when: `(${policy.when})${more}` }));
  const { issues: found } = load(JSON.stringify({ ...file, policies }), { path, format, tier });
  expect(more.length).toBeGreaterThanOrEqual(16_384 / 20);
  expect(found).toEqual([]);
});

const GUARDED = [
  "/home/me/.claude/settings.json",
  "/home/me/work/.claude/settings.local.json",
  ".claude/settings.json",
  "./.claude//settings.json",
  "x/../.claude/./settings.json",
  "/home/me/.claude.json",
  ".claude/hooks/guard.sh",
  "/home/me/.codex/hooks.json",
  "/home/me/.codex/config.toml",
  "/home/me/.codex/rules/default.rules",
  "/home/me/.gemini/settings.json",
  "/home/me/.gemini/trustedFolders.json",
  "/home/me/.gemini/policies/x.toml",
  "/home/me/.qwen/settings.json",
  "/home/me/.copilot/hooks/gatehouse.json",
  "/home/me/.copilot/config.json",
  ".github/hooks/x.json",
  ".github/copilot/settings.json",
  ".github/mcp.json",
  ".vscode/mcp.json",
  ".cursor/plugins/x/hooks.json",
  "/home/me/.claude/.config.json",
  "/home/me/.claude/cowork_settings.json",
  "/home/me/.codex/night.config.toml",
  "/home/me/.codex/agents/night.toml",
  "/home/me/.local/share/opencode/auth.json",
  "/home/me/.cursor/hooks.json",
  "/home/me/.config/opencode/opencode.jsonc",
  "/home/me/.config/opencode/plugins/gatehouse.js",
  ".opencode/plugin/x.ts",
  "opencode.json",
  "/home/me/.config/cagent/config.yaml",
  ".gatehouse/rules.yaml",
  "/home/me/.gatehouse/trust.json",
  "/home/me/.gatehouse/state/init.json",
  "/etc/gatehouse/rules.yaml",
  "/etc/claude-code/managed-settings.json",
  ".mayros/hooks/x.md",
  ".mimir/config.yml",
  "/usr/lib/node_modules/gatehouse-hooks/dist/bin.js",
  "/opt/tools/gate.house/dist/bin.js",
  "C:\\Users\\me\\.CLAUDE\\settings.json",
];

describe.each(GUARDED)("%s", (place) => {
  test.each(["write", "edit", "delete"])("%s is denied, with a way to do it", (kind) => {
    const decision = call(kind, { path: place, content: "{}" });
    expect(decision.effect).toBe("deny");
    expect(decision.reason).toMatch(/a person changes it/);
  });
  test("is denied as one of several, and by a tool of a server", () => {
    expect(call("edit", { paths: ["src/a.ts", place] }).effect).toBe("deny");
    expect(call("mcp", { path: place, server: "files", tool: "write_file" }).effect).toBe("deny");
  });
  test("is read and searched", () => {
    expect(call("read", { path: place }).effect).toBe("abstain");
    expect(call("search", { path: place, pattern: "x" }).effect).toBe("abstain");
    expect(
      call("mcp", { path: place, server: "files", tool: "read_file" }, { toolName: "mcp__files__read_file" })
        .effect,
    ).toBe("abstain");
  });
  test("is not for commands that write", () => {
    const shown = place.replaceAll("\\", "/");
    for (const command of [
      `echo '{}' > ${shown}`,
      `rm -f "${shown}"`,
      `sed -i s/a/b/ ${shown}`,
      `cat x | tee ${shown}`,
    ])
      expect([command, shell(command).effect]).toEqual([command, "deny"]);
  });
  test("is for commands that read", () => {
    const shown = place.replaceAll("\\", "/");
    for (const command of [
      `cat ${shown}`,
      `ls -la ${shown}`,
      `jq .hooks ${shown} 2>/dev/null | head -5`,
      `git diff -- ${shown}`,
      `git add ${shown} && git commit -m settings`,
    ])
      expect([command, shell(command).effect]).toEqual([command, "abstain"]);
  });
});

test.each([
  "src/settings.json",
  ".claude/CLAUDE.md",
  "CLAUDE.md",
  ".claude/commands/review.md",
  ".claude/skills/x/SKILL.md",
  ".claude/agents/reviewer.md",
  ".vscode/settings.json",
  ".github/workflows/ci.yml",
  ".github/copilot-instructions.md",
  "src/auth.json",
  "src/mcp.json",
  ".codex/skills/x/SKILL.md",
  ".husky/pre-commit",
  "src/hooks.json",
  "config.toml",
  "gatehouse.md",
  ".gatehouse-notes/x.md",
  "docs/gatehouse/x.md",
  ".cursor/rules/style.mdc",
  ".gemini/GEMINI.md",
  "packages/gatehouse/src/x.ts",
])("%s is the user's to have written", (place) => {
  expect(call("write", { path: place, content: "see .claude/settings.json" }).effect).toBe("abstain");
  expect(shell(`echo x > ${place}`).effect).toBe("abstain");
});

test.each([
  "rm -rf ~/.claude",
  "rm -rf .claude/",
  "mv ~/.codex /tmp/x",
  "cd ~/.claude && echo '{}' > settings.json",
  "cp /dev/null .claude/sett*",
  "cat x > ~/.claude/'settings'.json",
  "ln -sfn /tmp/x .gatehouse",
  'python3 -c \'open(".claude/settings.json", "w")\'',
  "cat .gatehouse/rules.yaml; rm x",
  "find ~/.claude -name settings.json -delete",
  "rm .github/h*",
  "find .gatehouse -type f -exec rm {} +",
  "cat $(echo rm) .claude/settings.json `id`",
  "git checkout HEAD~3 -- .claude/settings.json",
  "git rm .gatehouse/rules.yaml",
  "curl -o ~/.gemini/settings.json http://x",
  "node /usr/lib/node_modules/gatehouse-hooks/dist/bin.js trust .",
  "gatehouse trust .gatehouse/r.yaml",
  "npx gatehouse --project /p trust --yes 0123456789ab x.yaml",
  "gatehouse init --undo",
  "gatehouse init claude-code --yes",
  "claude -p x --bare",
  "opencode run --pure x",
  "codex exec --dangerously-bypass-hook-trust x",
  "claude --settings '{\"disableAllHooks\":true}' -p x",
])("denied: %s", (command) => {
  expect(shell(command).effect).toBe("deny");
});

test.each([
  "ls",
  "npm test",
  "git status",
  "cat ~/.claude/settings.json",
  "cd ~/.claude && cat settings.json",
  "grep -rn hooks .claude .codex | head",
  "ls -la ~/.claude ~/.codex 2>/dev/null",
  "find ~/.claude -name 'settings*.json'",
  "bash .claude/skills/x/run.sh",
  "cp docs/x.md .claude/commands/x.md",
  "gatehouse check .gatehouse",
  "gatehouse test .gatehouse/rules.yaml",
  "gatehouse doctor --json",
  "gatehouse init --dry-run",
  "gatehouse trust",
  "git commit -m 'gatehouse can trust files now'",
  "echo settings > notes.txt",
  "rg disableAllHooks docs",
  "claude --version",
])("no objection: %s", (command) => {
  expect(shell(command).effect).toBe("abstain");
});

test("in a guarded folder, plain names are guarded", () => {
  const claude = { cwd: "/home/me/.claude" };
  expect(shell("echo '{}' > settings.json", claude).effect).toBe("deny");
  expect(shell("cat settings.json", claude).effect).toBe("abstain");
  expect(call("write", { path: "settings.json" }, claude).effect).toBe("deny");
  expect(call("edit", { paths: ["rules.yaml"] }, { cwd: "/p/.gatehouse" }).effect).toBe("deny");
  expect(call("write", { path: "commands/x.md" }, claude).effect).toBe("abstain");
  expect(shell("echo x > settings.json").effect).toBe("abstain");
});

describe("programs that are typed into", () => {
  const codex = { host: "codex" };
  test.each(["bash", "/bin/zsh -i", "python3", "sudo bash --login", "tmux new -s x", "ssh host", "node -i"])(
    "%s is asked about in Codex, and nowhere else",
    (command) => {
      expect(shell(command, codex).effect).toBe("ask");
      expect(shell(command, { host: "claude-code" }).effect).toBe("abstain");
    },
  );
  test.each([
    "bash x.sh",
    "bash -lc 'npm test'",
    "python3 -c 'print(1)'",
    "node x.js",
    "ls",
    "python3 -m pytest -i",
  ])("%s is not", (command) => {
    expect(shell(command, codex).effect).toBe(command.endsWith("-i") ? "ask" : "abstain");
  });
  test("a terminal is asked about", () => {
    expect(call("shell", { command: "top", tty: true }, codex).effect).toBe("ask");
  });
});

describe("Claude Code's own payloads", () => {
  const claude = HOSTS.find(({ name }) => name === "claude-code");
  const decided = (payload: object): Decision | undefined => {
    const prepared = claude?.prepare({ session_id: "s", cwd: CWD, ...payload });
    return prepared?.kind === "event" ? decide(set, prepared.event) : undefined;
  };
  test("an edit of the settings is denied, and changed settings do not count in the session", () => {
    const edit = { hook_event_name: "PreToolUse", tool_name: "Edit" };
    const input = { old_string: "a", new_string: "b" };
    expect(
      decided({ ...edit, tool_input: { file_path: "/home/me/.claude/settings.json", ...input } })?.effect,
    ).toBe("deny");
    expect(decided({ ...edit, tool_input: { file_path: "/home/me/x.json", ...input } })?.effect).toBe(
      "abstain",
    );
    expect(decided({ hook_event_name: "ConfigChange", source: "project_settings" })?.effect).toBe("deny");
    expect(decided({ hook_event_name: "ConfigChange", source: "skills" })?.effect).toBe("abstain");
  });
});

test("long commands that only speak of agents are no trouble", () => {
  const long = (text: string): string => `cat > x.txt <<'EOF'\n${text.repeat(5_000)}\nEOF`;
  expect(shell(long("a line of harmless text; ")).effect).toBe("abstain");
  expect(shell(long("see .claude/settings.json; ")).effect).toBe("deny");
  expect(shell(long("claude code and gatehouse; ")).effect).toBe("abstain");
});

test.each([1, 60, 300, 399])(
  "a program in a folder of %i characters is guarded, and nothing else is",
  (length) => {
    const folder = `/${"p".repeat(length)}`;
    const file = ownConfig([folder]);
    const read = load(file.text, file);
    expect(read.issues).toEqual([]);
    const guarded = compilePolicies(read, { vocabulary: VOCABULARY }).set;
    const effect = (kind: string, params: JsonObject): string =>
      decide(guarded, {
        event: "before_tool_call",
        tool: { kind, name: kind },
        toolName: kind,
        params,
        cwd: CWD,
      }).effect;
    expect(effect("write", { path: `${folder}/bin.js`, content: "" })).toBe("deny");
    expect(effect("shell", { command: `rm -r ${folder}` })).toBe("deny");
    expect(effect("shell", { command: `cat ${folder}/bin.js` })).toBe("abstain");
    expect(effect("write", { path: `${folder}x/bin.js`, content: "" })).toBe("abstain");
    expect(effect("shell", { command: "git push --force" })).toBe("abstain");
  },
);

test("a path that is too long for a condition is left out, and the rest is in force", () => {
  const file = ownConfig([`/${"p".repeat(3_000)}`]);
  expect(load(file.text, file).issues).toEqual([]);
  expect(load(file.text, file).policies.length).toBe(load(ownConfig().text, file).policies.length);
});

test.each([
  { path: ".vscode/settings.json", content: '{ "chat.useHooks": false }' },
  { path: "x.code-workspace", new_string: '"chat.hookFilesLocations": {}' },
  { path: ".vscode/settings.json", newString: '"chat.useClaudeHooks": false' },
  { paths: [".vscode/settings.json"], command: '+  "chat.useHooks": false' },
  { path: ".vscode/settings.json", edits: [{ newText: '"chat.useHooks": false' }] },
])("what an editor's settings say of hooks is for a person: %j", (params) => {
  expect(call("edit", params).effect).toBe("deny");
});

test("other settings of an editor, and texts about hooks, are not", () => {
  expect(call("write", { path: ".vscode/settings.json", content: '{ "editor.tabSize": 2 }' }).effect).toBe(
    "abstain",
  );
  expect(call("write", { path: "docs/vscode.md", content: "set `chat.useHooks`" }).effect).toBe("abstain");
});

test.each([
  `sed -i 's/"chat.useHooks": true/false/' .vscode/settings.json`,
  "defaults write com.anthropic.claudecode x -bool true",
  String.raw`reg add HKCU\SOFTWARE\Policies\ClaudeCode /v Settings /d {} /f`,
  "tmux set-environment -g CLAUDE_CONFIG_DIR /tmp/x",
  "systemctl --user import-environment CODEX_HOME",
  "flatpak override --user --env=COPILOT_HOME=/tmp/x app",
  "node -r /tmp/x $(which gatehouse) daemon run",
])("%s is for a person to say", (command) => {
  expect(shell(command).effect).toBe("deny");
});

test.each([
  "grep -rn chat.useHooks docs",
  "defaults write com.apple.dock x -bool true",
  "tmux set-environment -g EDITOR vi",
  "echo $CODEX_HOME",
  "gatehouse daemon status",
])("%s is ordinary work", (command) => {
  expect(shell(command).effect).toBe("abstain");
});

test.each([
  { prompt: "x", sandbox: "danger-full-access" },
  { prompt: "x", "approval-policy": "never" },
  { prompt: "x", config: { features: { hooks: false } } },
  { prompt: "x", config: { "features.hooks": false } },
  { prompt: "x", dangerouslySkipPermissions: true },
  { prompt: "x", settings: { disableAllHooks: true } },
  { prompt: "x", args: ["--bare"] },
  { agent: "claude", flags: "--dangerously-skip-permissions" },
])("a server's tool starts no agent without its hooks: %j", (params) => {
  expect(call("mcp", params).effect).toBe("deny");
});

test.each([
  { prompt: "x", sandbox: "read-only", "approval-policy": "on-request", config: { model: "m" } },
  { prompt: "x", args: ["--verbose", "src"], settings: { theme: "dark" } },
  { command: "git", args: ["clone", "--bare", "x"] },
  { config: { hooks: ["https://h.example"] } },
])("and one as it is set up: %j", (params) => {
  expect(call("mcp", params).effect).toBe("abstain");
});
