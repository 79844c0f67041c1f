import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Folder, folder, type Ran, runCli } from "./run-cli.js";

const made: Folder[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.remove();
});

const USERS = "~/.gatehouse/rules.yaml";
const RULES = `version: 1
policies:
  - id: no-force
    events: before_tool_call
    when: params.command.includes("--force")
    deny: no forced pushes
  - id: asks
    events: before_tool_call
    when: params.command.includes("deploy")
    ask: a person looks at deployments
`;

function place(files: Readonly<Record<string, string>> = { [USERS]: RULES }): Folder {
  const one = folder(files);
  made.push(one);
  return one;
}

function claude(command: string, more: object = {}): string {
  return JSON.stringify({
    session_id: "s1",
    transcript_path: "/t.jsonl",
    cwd: "/work",
    hook_event_name: "PreToolUse",
    permission_mode: "default",
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: "t1",
    ...more,
  });
}

async function hook(
  { path: cwd, home }: Folder,
  stdin: string,
  {
    agent = "claude-code",
    cwd: other,
    env,
  }: { agent?: string; cwd?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  return await runCli(["hook", agent], {
    cwd: other ?? cwd,
    home,
    stdin,
    ...(env === undefined ? {} : { env }),
  });
}

const permission = ({ stdout }: Ran): unknown =>
  (JSON.parse(stdout) as { readonly hookSpecificOutput: Record<string, unknown> }).hookSpecificOutput[
    "permissionDecision"
  ];

describe("an agent's payload gets that agent's answer", () => {
  test("deny, ask, and nothing at all, the same when the policies come from the store", async () => {
    const one = place();
    for (let i = 0; i < 2; i++) {
      const denied = await hook(one, claude("git push --force"));
      expect([denied.code, denied.stderr, permission(denied)]).toEqual([0, "", "deny"]);
      expect(denied.stdout).toContain("no forced pushes");
      expect(permission(await hook(one, claude("make deploy")))).toBe("ask");
      expect(await hook(one, claude("ls"))).toEqual({ code: 0, stdout: "", stderr: "" });
    }
  });

  test("a project's policies are found from a folder below it, and by the agent's own word", async () => {
    const one = place({ ".gatehouse/p.yaml": RULES.replace("no forced pushes", "the project says no") });
    const below = join(one.path, "a", "b");
    mkdirSync(below, { recursive: true });
    for (const where of [{ cwd: below }, { cwd: "/", env: { CLAUDE_PROJECT_DIR: one.path } }])
      expect((await hook(one, claude("git push --force"), where)).stdout).toContain("the project says no");
  });

  test("another agent that runs this agent's hooks is answered in its own words", async () => {
    const payload = JSON.stringify({
      hook_event_name: "PreToolUse",
      session_id: "s1",
      timestamp: "2026-11-22T12:00:00.000Z",
      cwd: "/work",
      tool_name: "Bash",
      tool_input: { command: "git push --force" },
    });
    const { code, stdout } = await hook(place(), payload);
    expect(code).toBe(0);
    expect(stdout).toContain("no forced pushes");
  });
});

describe("whatever fails is a deny in the agent's own form", () => {
  test.each<[string, string, string]>([
    ["claude-code", "nonsense", ""],
    ["claude-code", "", ""],
    ["codex", "[]", ""],
    ["gemini-cli", '{"hook_event_name":"BeforeTool"', ""],
  ])("%s, a payload that cannot be read: `%s`", async (agent, payload) => {
    const { code, stdout, stderr } = await hook(place(), payload, { agent });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("the payload cannot be read");
  });

  test("a policy file that is broken denies what it would have guarded", async () => {
    const broken = await hook(place({ [USERS]: "version: 1\npolicies: [" }), claude("ls"));
    expect([broken.code, permission(broken)]).toEqual([0, "deny"]);
    expect(broken.stdout).toContain("rules.yaml");
  });

  test("a policy whose judge cannot be asked denies", async () => {
    const judged = `version: 1\npolicies:\n  - id: j\n    events: before_tool_call\n    judge: is it fine?\n`;
    const ran = await hook(place({ [USERS]: judged }), claude("ls"));
    expect([ran.code, permission(ran)]).toEqual([0, "deny"]);
  });

  test("an unknown agent is bad usage, with the agents there are", async () => {
    const { code, stderr } = await hook(place(), claude("ls"), { agent: "clawd" });
    expect(code).toBe(2);
    expect(stderr).toContain("claude-code");
  });
});

describe("what guards the agent is guarded", () => {
  const edit = claude("echo '{}' > ~/.claude/settings.json");

  test("without any policy of the user, and not switched off by a project", async () => {
    const one = place({ ".gatehouse/settings.json": '{"version":1,"ownConfig":"off"}' });
    const { stdout } = await hook(one, edit);
    expect(stdout).toContain("own-config");
  });

  test("unless the user's own settings say otherwise", async () => {
    const one = place();
    writeFileSync(join(one.home, ".gatehouse", "settings.json"), '{"version":1,"ownConfig":"off"}');
    expect((await hook(one, edit)).stdout).toBe("");
  });
});

describe("tools that no table has are kept for the doctor", () => {
  const kept = ({ home }: Folder): string => {
    const file = join(home, ".gatehouse", "state", "unlisted-tools");
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };

  test("their names, once, and nothing else of the call; a known one is not", async () => {
    const one = place();
    const call = (tool_name: string): string => claude("git push --force", { tool_name });
    for (const name of ["Wurst", "Bash", "mcp__a__b", "run_in_terminal", "Wurst"]) {
      const { stdout } = await hook(one, call(name));
      expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    }
    expect(kept(one)).toBe("claude-code Wurst\n");
    const { stdout } = await runCli(["doctor", "--json"], { cwd: one.path, home: one.home });
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly object[] };
    expect(findings).toContainEqual(
      expect.objectContaining({ code: "unlisted-tool", severity: "note", agent: "claude-code" }),
    );
  });

  test("at most 50, cut, without signs that no name has; nothing that is in the way changes an answer", async () => {
    const one = place();
    await hook(one, claude("ls", { tool_name: `a\n\u001b[31m${"ab ".repeat(200)}` }));
    expect(kept(one)).toMatch(/^claude-code [\w?]{100}\n$/);
    const state = join(one.home, ".gatehouse", "state");
    writeFileSync(
      join(state, "unlisted-tools"),
      Array.from({ length: 50 }, (_, n) => `claude-code t${n}\n`).join(""),
    );
    await hook(one, claude("ls", { tool_name: "OneMore" }));
    expect(kept(one).split("\n")).toHaveLength(51);
    const other = place();
    writeFileSync(join(other.home, ".gatehouse", "state"), "in the way");
    const { stdout } = await hook(other, claude("git push --force", { tool_name: "Wurst" }));
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  });
});

describe("a policy in the words of an agent is asked wherever the event comes from", () => {
  const NAMED = `version: 1
policies:
  - { id: own, events: PreToolUse, when: 'tool_input.command.includes("rm -rf")', deny: own words }
  - { id: shell, events: beforeShellExecution, when: 'params.command.includes("--force")', deny: shell words }
  - { id: after, events: PostToolUse, context: use main }
`;

  test.each([
    ["claude-code", claude("rm -rf x"), "own words"],
    ["claude-code", claude("git push --force"), "shell words"],
    ["claude-code", claude("git push --force", { tool_name: "Read" }), ""],
    [
      "gemini-cli",
      JSON.stringify({
        session_id: "s",
        transcript_path: "/t",
        cwd: "/w",
        hook_event_name: "BeforeTool",
        timestamp: "2026-01-01T00:00:00Z",
        tool_name: "run_shell_command",
        tool_input: { command: "rm -rf x" },
      }),
      "own words",
    ],
    ["claude-code", claude("ls", { hook_event_name: "PostToolUse", tool_response: {} }), "use main"],
    ["claude-code", claude("ls", { hook_event_name: "PostToolUseFailure", error: "no" }), ""],
  ])("%s %s", async (agent, payload, said) => {
    const { stdout } = await hook(place({ [USERS]: NAMED }), payload, { agent });
    if (said === "") expect(stdout).toBe("");
    else expect(stdout).toContain(said);
  });
});
