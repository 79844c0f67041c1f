import { mkdirSync, writeFileSync } from "node:fs";
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
