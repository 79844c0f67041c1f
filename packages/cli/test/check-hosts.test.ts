import { afterEach, describe, expect, test } from "vitest";
import { folder, type Folder, runCli } from "./run-cli.js";

const DENY = "{ id: p, events: before_tool_call, deny: never }";
const ASK = "{ id: p, events: before_tool_call, ask: sure? }";
const ALLOW = "{ id: p, events: before_tool_call, allow: fine }";
const WARN = "{ id: p, events: before_tool_call, warn: careful }";
const CONTEXT = '{ id: p, events: before_tool_call, context: "use main" }';
const REWRITE = "{ id: p, events: before_tool_call, when: 'tool.kind == \"shell\"', set: { command: ls } }";
const READ = "{ id: p, events: before_tool_call, tools: [Read], deny: never }";
const AT_END = "{ id: p, events: session_end, deny: never }";

let made: Folder | undefined;
afterEach(() => made?.remove());

interface Checked {
  readonly ok: boolean;
  readonly issues: readonly { readonly code: string }[];
  readonly hosts?: readonly {
    readonly host: string;
    readonly title: string;
    readonly issues: readonly {
      readonly severity: string;
      readonly code: string;
      readonly path?: string;
      readonly cure?: string;
    }[];
  }[];
}

/** The user's own policies: those of a project may not allow or rewrite until they are trusted. */
function place(policy: string, files: Readonly<Record<string, string>> = {}): { cwd: string; home: string } {
  made = folder({ "~/.gatehouse/p.yaml": `version: 1\npolicies:\n  - ${policy}\n`, ...files });
  return { cwd: made.path, home: made.home };
}

async function checked(policy: string, ...args: readonly string[]): Promise<Checked & { code: number }> {
  const { code, stdout } = await runCli(["check", "--json", ...args], place(policy));
  return { code, ...(JSON.parse(stdout) as Checked) };
}

describe("check --host says what an agent cannot carry out", () => {
  test.each([
    ["claude-code", DENY, 0, []],
    ["claude-code", ASK, 0, []],
    ["claude-code", REWRITE, 0, []],
    ["codex", ASK, 0, ["warning cannot-ask"]],
    ["gemini-cli", ASK, 0, ["warning cannot-ask"]],
    ["opencode", ASK, 0, ["warning cannot-ask"]],
    ["copilot", ASK, 0, []],
    ["copilot", WARN, 0, ["warning no-warning"]],
    ["copilot", ALLOW, 0, ["warning allow-overrides"]],
    ["codex", ALLOW, 0, ["warning cannot-allow"]],
    ["gemini-cli", CONTEXT, 0, ["warning no-context"]],
    ["qwen-code", REWRITE, 0, ["warning cannot-rewrite"]],
    ["codex", READ, 0, ["warning tool-not-there"]],
    ["codex", AT_END, 1, ["error event-not-fired"]],
    ["claude-code", AT_END, 1, ["error cannot-deny"]],
    ["cursor", DENY, 0, []],
    ["docker-agent", DENY, 0, []],
  ])("%s: %s", async (host, policy, code, issues) => {
    const found = await checked(policy, "--host", host);
    expect([found.code, found.ok, found.issues]).toEqual([code, code === 0, []]);
    expect(found.hosts?.map((one) => one.host)).toEqual([host]);
    expect(found.hosts?.[0]?.issues.map((one) => `${one.severity} ${one.code}`)).toEqual(issues);
    for (const { path, cure } of found.hosts?.[0]?.issues ?? []) {
      expect(path).toMatch(/p\.yaml$/);
      expect(cure).toMatch(/./);
    }
  });

  test("an event of the agent that `init` puts no hook on", async () => {
    const { code, hosts } = await checked(
      "{ id: p, events: PreCompact, deny: never }",
      "--host",
      "claude-code",
    );
    expect([code, hosts?.[0]?.issues.map((one) => one.code)]).toEqual([1, ["event-not-wired"]]);
  });

  test("a person who is there can be asked", async () => {
    const { hosts } = await checked(ASK, "--host", "gemini-cli", "--interactive");
    expect(hosts?.[0]?.issues).toEqual([]);
  });
});

describe("which agents are checked", () => {
  const ALL = [
    ...["docker-agent", "claude-code", "codex", "gemini-cli"],
    ...["copilot", "opencode", "cursor", "qwen-code", "vscode"],
  ];

  test.each([
    [
      ["--host", "codex,claude-code"],
      ["claude-code", "codex"],
    ],
    [
      ["--host", "codex", "--host", "codex, gemini-cli"],
      ["codex", "gemini-cli"],
    ],
    [["--host", "all"], ALL],
    [["--host", "all,codex"], ALL],
  ])("%j", async (args, names) => {
    expect((await checked(DENY, ...args)).hosts?.map((one) => one.host)).toEqual(names);
  });

  test("installed: those whose folder is in the home", async () => {
    const here = place(ASK, { "~/.codex/config.toml": "" });
    const { code, stdout } = await runCli(["check", "--host", "installed"], here);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Codex: 0 errors, 1 warning$/m)]);
    expect(stdout).not.toMatch(/Claude Code/);
  });

  test("without --host nothing is said of agents", async () => {
    const { code, hosts } = await checked(ASK);
    expect([code, hosts]).toEqual([0, undefined]);
  });

  test.each([
    ["mimir", /unknown agent `mimir`/],
    ["Codex", /unknown agent `Codex`/],
    ["", /unknown agent ``/],
    ["installed", /no agent was found/],
  ])("`%s` is bad usage", async (host, message) => {
    const { code, stderr } = await runCli(["check", "--host", host], place(DENY));
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

test("for people: the place, what happens instead, the cure, and a line for each agent", async () => {
  const { code, stdout } = await runCli(["check", "--host", "codex,claude-code"], place(ASK));
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /p\.yaml:3.* warning Codex, `PreToolUse`.*: nothing can be asked, an ask becomes a deny that says it needs approval \(`p`\) \(cannot-ask\)\n(.*\n)*? {2}cure: deny instead/,
  );
  expect(stdout).toMatch(/^1 file \(~\/\.gatehouse\/p\.yaml\): 0 errors, 0 warnings$/m);
  expect(stdout).toMatch(/^Claude Code: carries out every policy$/m);
  expect(stdout).toMatch(/^Codex: 0 errors, 1 warning$/m);
});

test("the named files are checked, and no others", async () => {
  const here = place(ASK, { "other.yaml": `version: 1\npolicies:\n  - ${DENY}\n` });
  const { stdout } = await runCli(["check", "--host", "codex", "other.yaml"], here);
  expect(stdout).toMatch(/^Codex: carries out every policy$/m);
});
