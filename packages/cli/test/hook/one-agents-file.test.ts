// A file in one agent's own words that was found, in the organisation's folder or beside the policies: it decides about that agent's
// calls and leaves those of others alone, which is said.
import { afterAll, describe, expect, test } from "vitest";
import { folder, type Ran, runCli } from "../run-cli.js";

const AGENT = 'permissions: { deny: ["shell:cmd=*sudo*"] }\n';
const BROKEN = "hooks:\n  PreToolUse:\n    - { type: command, command: 'exit 2' }\n";
const RULES =
  "version: 1\npolicies:\n  - { id: no-rm, events: before_tool_call, when: 'params.command.startsWith(\"rm\")', deny: for all }\n";

const docker = (cmd: string): object => ({
  session_id: "s",
  hook_event_name: "pre_tool_use",
  tool_name: "shell",
  tool_use_id: "t",
  tool_input: { cmd },
});
const claude = (command: string, name = "PreToolUse"): object => ({
  session_id: "s",
  transcript_path: "/x",
  permission_mode: "default",
  hook_event_name: name,
  ...(name === "SessionStart"
    ? { source: "startup" }
    : { tool_name: "Bash", tool_input: { command }, tool_use_id: "t" }),
});

const places = [
  ["the organisation's folder", "org/agent.yaml", ["--enforced", "org"]],
  ["the user's folder", "~/.gatehouse/agent.yaml", []],
  ["the project's folder", ".gatehouse/agent.yaml", []],
] as const;

describe.each(places)("in %s", (_place, file, more) => {
  const rules = file.replace("agent.yaml", "rules.yaml");
  const made = folder({ ".git/HEAD": "", [file]: AGENT, [rules]: RULES });
  const broken = folder({ ".git/HEAD": "", [file]: BROKEN, [rules]: RULES });
  afterAll(() => {
    made.remove();
    broken.remove();
  });
  const run = async (args: readonly string[], stdin: object = {}, at = made): Promise<Ran> =>
    await runCli([...args, ...more], {
      cwd: at.path,
      home: at.home,
      env: { PATH: process.env["PATH"] ?? "" },
      stdin: JSON.stringify({ cwd: at.path, ...stdin }),
    });

  test("it decides about its own agent's calls, beside the policies for all", async () => {
    const said = async (cmd: string): Promise<string> =>
      (await run(["hook", "docker-agent"], docker(cmd))).stdout;
    expect([await said("sudo ls"), await said("rm x"), await said("ls")]).toEqual([
      expect.stringContaining("sudo"),
      expect.stringContaining("for all"),
      "",
    ]);
  });

  test("another agent works on, by the policies for all", async () => {
    const said = async (command: string): Promise<string> =>
      (await run(["hook", "claude-code"], claude(command))).stdout;
    expect([await said("ls"), await said("sudo ls"), await said("rm x")]).toEqual([
      "",
      "",
      expect.stringContaining("for all"),
    ]);
  });

  test("which its user is told when a session starts, by `list` and by `doctor`", async () => {
    for (const args of [["hook", "claude-code"], ["list"], ["doctor", "claude-code"]]) {
      const { stdout } = await run(args, claude("", "SessionStart"));
      expect([args, stdout.replaceAll(/\s+/g, " ")]).toEqual([
        args,
        expect.stringContaining("speak of docker-agent's calls only"),
      ]);
    }
  });

  test("one that cannot be loaded denies its own agent's calls, and not those of others", async () => {
    const own = await run(["hook", "docker-agent"], docker("ls"), broken);
    expect(own.stdout).toContain('"permission_decision":"deny"');
    expect((await run(["hook", "claude-code"], claude("ls"), broken)).stdout).toBe("");
    expect((await run(["check"], {}, broken)).code).toBe(1);
  });
});

test("a file of Gatehouse's own that has no version is still one that denies", async () => {
  const made = folder({ ".git/HEAD": "", ".gatehouse/rules.yaml": "policies: []\nrules: 1\n" });
  const { stdout } = await runCli(["hook", "claude-code"], {
    cwd: made.path,
    home: made.home,
    stdin: JSON.stringify({ ...claude("ls"), cwd: made.path }),
  });
  made.remove();
  expect(stdout).toContain('"permissionDecision":"deny"');
});
