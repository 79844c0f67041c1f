import { chmodSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterEach, describe, expect, test } from "vitest";
import { type Folder, folder, runCli } from "../run-cli.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

/** A call that the agents' rules below name becomes one that they do not. */
const REWRITES = `version: 1
policies:
  - { id: tidy, events: before_tool_call, when: 'params.command.includes("touch")', set: { command: tee marker } }
`;

type Files = Readonly<Record<string, string | Uint8Array>>;

function place(files: Files): Folder {
  const one = folder({ "~/.gatehouse/rules.yaml": REWRITES, ".git/HEAD": "", ...files });
  made.push(one);
  return one;
}

const SHELLS: Readonly<Record<string, (command: string, cwd: string) => object>> = {
  "claude-code": (command, cwd) => ({
    hook_event_name: "PreToolUse",
    session_id: "s",
    cwd,
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: "t",
  }),
  codex: (command, cwd) => ({
    hook_event_name: "PreToolUse",
    session_id: "s",
    turn_id: "t",
    cwd,
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: "t",
    model: "m",
  }),
  "gemini-cli": (command, cwd) => ({
    hook_event_name: "BeforeTool",
    session_id: "s",
    cwd,
    tool_name: "run_shell_command",
    tool_input: { command },
  }),
  opencode: (command, cwd) => ({
    hook: "tool.execute.before",
    input: { tool: "bash", sessionID: "s", callID: "c" },
    output: { args: { command } },
    directory: cwd,
  }),
  copilot: (command, cwd) => ({
    sessionId: "s",
    timestamp: 1,
    cwd,
    toolName: "bash",
    toolArgs: JSON.stringify({ command }),
  }),
};

interface Asked {
  readonly agent?: string;
  readonly command?: string;
  /** Below the project. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly payload?: object;
}

/** What the agent reads. */
async function answer(
  one: Folder,
  { agent = "claude-code", command = "touch marker", cwd = "", env = {}, payload = {} }: Asked = {},
): Promise<string> {
  const there = realpathSync(join(one.path, cwd));
  const shell = SHELLS[agent];
  if (shell === undefined) throw new Error(`no payload of ${agent}`);
  const { stdout, stderr, code } = await runCli(["hook", agent], {
    cwd: there,
    home: one.home,
    env,
    stdin: JSON.stringify({ ...shell(command, there), ...payload }),
  });
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

const REWRITTEN = "tee marker";

/** Deny, with the rule and its file; the rewritten command is not sent. */
function denies(said: string, ...parts: readonly string[]): void {
  expect(said).toMatch(/"permissionDecision":"deny"|"decision":"deny"|"throw":/);
  for (const part of parts) expect(said).toContain(part);
  expect(said).not.toMatch(/updatedInput|"args"|modifiedArgs|tool_input/);
}

function asks(said: string, ...parts: readonly string[]): void {
  expect(said).toContain('"permissionDecision":"ask"');
  for (const part of parts) expect(said).toContain(part);
}

const DENY = JSON.stringify({ permissions: { allow: ["Bash"], deny: ["Bash(touch:*)"] } }, null, 2);
const ASK = JSON.stringify({ permissions: { ask: ["Bash(touch:*)"] } });

describe("native-rules-hold: what the agent's own rules deny is denied, whatever a policy makes of it", () => {
  const TOUCH_RULE = 'prefix_rule(pattern=["touch"], decision="forbidden")\n';
  const GEMINI =
    '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "touch"\ndecision = "deny"\npriority = 600\n';
  const OPENCODE = JSON.stringify({ permission: { bash: { "*": "allow", "touch *": "deny" } } });

  test.each([
    ["the project's", "claude-code", ".claude/settings.json", DENY, "Bash(touch:*)"],
    ["the local", "claude-code", ".claude/settings.local.json", DENY, "Bash(touch:*)"],
    ["the user's", "claude-code", "~/.claude/settings.json", DENY, "~/.claude/settings.json:7"],
    ["an organisation's", "claude-code", "~/.claude/remote-settings.json", DENY, "Bash(touch:*)"],
    ["the user's", "codex", "~/.codex/rules/default.rules", TOUCH_RULE, "~/.codex/rules/default.rules:1"],
    ["the project's", "codex", ".codex/rules/a.rules", TOUCH_RULE, "a.rules:1"],
    ["the user's", "gemini-cli", "~/.gemini/policies/own.toml", GEMINI, "own.toml:"],
    [
      "the settings'",
      "gemini-cli",
      ".gemini/settings.json",
      '{ "tools": { "exclude": ["run_shell_command(touch)"] } }',
      "run_shell_command(touch)",
    ],
    ["the user's", "opencode", "~/.config/opencode/opencode.json", OPENCODE, "touch *"],
    ["the project's", "opencode", "opencode.json", OPENCODE, "opencode.json:1"],
  ])("%s rules of %s in %s", async (_, agent, file, text, shown) => {
    denies(await answer(place({ [file]: text }), { agent }), shown, "denies this call");
  });

  test("without such a rule, and for a call that it does not name, the rewrite is sent", async () => {
    for (const agent of ["claude-code", "codex", "gemini-cli", "opencode"]) {
      const said = await answer(place({}), { agent });
      expect([agent, said]).toEqual([agent, expect.stringContaining(REWRITTEN)]);
      expect(said).not.toMatch(/"deny"|"ask"|"throw"/);
    }
    const other = place({
      ".claude/settings.json": JSON.stringify({ permissions: { deny: ["Bash(rm:*)", "Write(./x)"] } }),
    });
    expect(await answer(other)).toContain(REWRITTEN);
  });

  test.each(["/bin/touch marker", "cd . && touch marker", "FOO=1 touch marker", "bash -c 'touch marker'"])(
    "in another spelling: %s",
    async (command) => {
      denies(await answer(place({ ".claude/settings.json": DENY }), { command }), "Bash(touch:*)");
    },
  );

  test("the rules of a folder above the call's own hold", async () => {
    const one = place({ ".claude/settings.json": DENY, "a/b/.git/HEAD": "" });
    denies(await answer(one, { cwd: "a/b" }), "Bash(touch:*)");
  });

  test("the user's folder is where the environment says, or where the session's file is", async () => {
    const one = place({ "moved/settings.json": DENY });
    const moved = realpathSync(join(one.path, "moved"));
    denies(await answer(one, { env: { CLAUDE_CONFIG_DIR: moved } }), "Bash(touch:*)");
    denies(
      await answer(one, { payload: { transcript_path: join(moved, "projects/-work/s.jsonl") } }),
      "Bash(touch:*)",
    );
    expect(await answer(one)).toContain(REWRITTEN);
  });

  test("a policy's allow beside the rewrite does not lift it", async () => {
    const one = place({
      "~/.gatehouse/allow.yaml":
        "version: 1\npolicies:\n  - { id: fine, events: before_tool_call, when: 'params.command.includes(\"marker\")', allow: fine }\n",
      ".claude/settings.json": DENY,
    });
    denies(await answer(one), "Bash(touch:*)");
  });

  test("an ask of a policy that carries a rewrite does not lift it", async () => {
    const one = place({
      "~/.gatehouse/ask.yaml":
        "version: 1\npolicies:\n  - { id: sure, events: before_tool_call, when: 'params.command.includes(\"marker\")', ask: sure? }\n",
      ".claude/settings.json": DENY,
    });
    denies(await answer(one), "Bash(touch:*)");
  });
});

test("native-rules-hold: a call of another tool than the shell", async () => {
  const files = {
    "~/.gatehouse/rules.yaml":
      "version: 1\npolicies:\n  - { id: other, events: before_tool_call, when: 'params.path.endsWith(\"key\")', set: { path: other } }\n",
    "secret/key": "",
  };
  const read = (one: Folder): Asked => ({
    payload: { tool_name: "Read", tool_input: { file_path: join(realpathSync(one.path), "secret/key") } },
  });
  const free = place(files);
  expect(await answer(free, read(free))).toContain('"file_path":"other"');
  const denied = place({
    ...files,
    ".claude/settings.json": JSON.stringify({ permissions: { deny: ["Read(./secret/**)"] } }),
  });
  denies(await answer(denied, read(denied)), "Read(./secret/**)");
});

describe("native-rules-hold: where the agent's own rules ask, so does the answer", () => {
  test("a person is shown the changed call, and told of the rule", async () => {
    const said = await answer(place({ ".claude/settings.json": ASK }));
    asks(said, "Bash(touch:*)", ".claude/settings.json:1", REWRITTEN);
  });

  test("a deny where no person can be asked", async () => {
    const rules = { ".codex/rules/a.rules": 'prefix_rule(pattern=["touch"], decision="prompt")\n' };
    denies(await answer(place(rules), { agent: "codex" }), "a.rules:1", "needs approval");
  });
});

describe("native-rules-hold: rules that cannot be read do not let a rewrite pass in silence", () => {
  test.each<readonly [string, Files, string]>([
    ["is not JSON", { ".claude/settings.json": "{ permissions: [" }, "is not JSON"],
    [
      "has no list where one is expected",
      { ".claude/settings.json": '{"permissions":{"deny":"Bash"}}' },
      "is not a list",
    ],
    [
      "has `permissions` that are none",
      { ".claude/settings.json": '{"permissions":["Bash"]}' },
      "is not an object",
    ],
    [
      "has a rule that is not read",
      { ".claude/settings.json": '{"permissions":{"deny":["PowerShell(rm:*)"]}}' },
      "PowerShell",
    ],
    ["is not UTF-8", { ".claude/settings.json": new Uint8Array([0xff, 0xfe, 0x7b]) }, "UTF-8"],
    [
      "is too large",
      { ".claude/settings.json": `{"permissions":{}}${" ".repeat(300_000)}` },
      ".claude/settings.json",
    ],
    ["is a folder", { ".claude/settings.json/x": "" }, "not a file"],
  ])("a settings file that %s", async (_, files, why) => {
    asks(await answer(place(files)), why, "are not known");
  });

  test("an empty folder in the place of a settings file, as a box that still runs has put there, holds no rules", async () => {
    const one = place({});
    mkdirSync(join(one.path, ".claude/settings.local.json"), { recursive: true });
    const said = await answer(one);
    expect(said).toContain(REWRITTEN);
    expect(said).not.toContain("are not known");
  });

  test.skipIf(process.getuid?.() === 0)("a settings file that the user may not read", async () => {
    const one = place({ ".claude/settings.json": DENY });
    chmodSync(join(one.path, ".claude/settings.json"), 0);
    asks(await answer(one), "EACCES");
  });

  test("rules in another language than a list of calls, and a file where a folder of rules is expected", async () => {
    const rules = place({ "~/.codex/rules": "a file, where a folder is expected" });
    // No rules are in what is no folder: Codex finds none, too.
    expect(await answer(rules, { agent: "codex" })).toContain(REWRITTEN);
    denies(
      await answer(place({ "~/.codex/rules/a.rules": "for x in y: pass\n" }), { agent: "codex" }),
      "are not known",
    );
  });

  test("an agent whose rules are options of its command line", async () => {
    const said = await answer(place({}), { agent: "copilot" });
    denies(said, "--deny-tool", "call bash");
  });

  test("a rule of one of several agents", async () => {
    const rules = JSON.stringify({ agent: { build: { permission: { bash: "deny" } } } });
    denies(await answer(place({ "opencode.json": rules }), { agent: "opencode" }), "are not known");
    const front = "---\npermission:\n  bash: deny\n---\nBuild.\n";
    denies(await answer(place({ ".opencode/agent/build.md": front }), { agent: "opencode" }), "build.md");
  });
});

test("native-rules-hold: what is not rewritten does not read the agent's rules", async () => {
  const one = place({ ".claude/settings.json": "{ not JSON" });
  expect(await answer(one, { command: "ls" })).toBe("");
});
