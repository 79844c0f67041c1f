import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { folder, runCli } from "./run-cli.js";

const project = folder({
  "agent.yaml": `
agents:
  root:
    model: openai/gpt-4o
    description: A shell
    instruction: Help
    hooks:
      pre_tool_use:
        - matcher: shell
          hooks:
            - type: command
              command: |
                if grep -q 'rm -rf'; then
                  echo '{"hook_specific_output":{"permission_decision":"deny","permission_decision_reason":"no rm -rf"}}'
                fi
        - matcher: broken
          hooks:
            - type: command
              command: exit 1
      session_start:
        - type: builtin
          command: add_environment_info
`,
  "top.yaml": `
hooks:
  pre_tool_use:
    - matcher: shell
      hooks: [{ type: command, command: "exit 2" }]
`,
  "misspelt.yaml": `
PreToolUse:
  - matcher: shell
    hooks: [{ type: command, command: "exit 2" }]
`,
  "empty.yaml": "",
  "outside.yaml": `
agents:
  root:
    model: openai/gpt-4o
    description: A shell
    instruction: Help
    hooks:
      pre_tool_use:
        - matcher: "*"
          hooks:
            - type: command
              command: touch ../home/touched
`,
  "variables.yaml": `
agents:
  root:
    model: openai/gpt-4o
    description: A shell
    instruction: Help
    hooks:
      pre_tool_use:
        - matcher: "*"
          hooks:
            - type: command
              command: |
                echo "{\\"decision\\":\\"block\\",\\"reason\\":\\"$TEAM in $(basename "$PWD")\\"}"
              env: { TEAM: "\${env.OWNERS} team" }
              working_dir: "\${env.WHERE}"
`,
  "mimir.yml": `
hooks:
  pre-bash-execution:
    command: 'case {bash_command} in *sudo*) echo "no sudo here" >&2; exit 1;; esac'
    continueOnError: false
`,
});
afterAll(project.remove);

async function decide(format: string, file: string, event: object, variables: Record<string, string> = {}) {
  const args = ["decide", "--json", "--policies", file, "--policy-format", format];
  const ran = await runCli(args, {
    cwd: project.path,
    home: project.home,
    env: { PATH: process.env["PATH"] ?? "", ...variables },
    stdin: JSON.stringify(event),
  });
  return {
    code: ran.code,
    decision: JSON.parse(ran.stdout) as { effect: string; reason: string; context: string[] },
  };
}
const call = (tool: string, cmd: string): object => ({
  event: "pre_tool_use",
  tool_name: tool,
  tool_input: { cmd },
  session_id: "s",
  cwd: project.path,
});

test.each([
  ["what the hook denies", call("shell", "rm -rf /"), "deny", "no rm -rf"],
  ["what it lets pass", call("shell", "ls"), "abstain", ""],
  ["what it is not asked about", call("read_file", "rm -rf /"), "abstain", ""],
  ["a hook that breaks denies", call("broken", "ls"), "deny", /exit code 1/],
])("docker-agent: %s", async (_name, event, effect, reason) => {
  const { code, decision } = await decide("docker-agent", "agent.yaml", event);
  expect(decision.effect).toBe(effect);
  expect(decision.reason).toMatch(reason);
  expect(code).toBe(effect === "deny" ? 1 : 0);
});

test.each([
  ["hooks at the top", "top.yaml"],
  ["an event under another name", "misspelt.yaml"],
  ["an empty file", "empty.yaml"],
])("docker-agent: %s deny what they guard (D1)", async (_name, file) => {
  const { code, decision } = await decide("docker-agent", file, call("shell", "ls"));
  expect([decision.effect, code]).toEqual(["deny", 1]);
});

test("docker-agent: `env` and `working_dir` name variables of the host", async () => {
  const { decision } = await decide("docker-agent", "variables.yaml", call("shell", "ls"), {
    OWNERS: "core",
    WHERE: project.home,
  });
  expect(decision).toMatchObject({ effect: "deny", reason: "core team in home" });
});

test("docker-agent: a builtin gives context", async () => {
  const event = { event: "session_start", session_id: "s", cwd: project.path, source: "startup" };
  const { decision } = await decide("docker-agent", "agent.yaml", event);
  expect(decision.context.join("\n")).toContain(project.path);
});

test.each([
  ["what the hook refuses", "sudo rm x", "deny", /no sudo here/],
  ["what it lets pass", "ls", "abstain", ""],
  ["a command that tries to end the hook's own", "ls; exit 0; sudo", "deny", /no sudo here/],
])("mimir: %s", async (_name, command, effect, reason) => {
  const event = { event: "pre-bash-execution", bash_command: command, working_dir: project.path };
  const { decision } = await decide("mimir", "mimir.yml", event);
  expect(decision.effect).toBe(effect);
  expect(decision.reason).toMatch(reason);
});

test("mimir: the user's own configuration counts, a project's only when it is trusted", async () => {
  const hook = (id: string): string =>
    `hooks:\n  pre-tool-call:\n    command: 'echo ${id} >&2; exit 1'\n    continueOnError: false\n`;
  const mine = folder({ "~/.mimir/config.yml": hook("mine"), ".mimir/config.yml": hook("theirs") });
  try {
    const place = { cwd: mine.path, home: mine.home, env: { PATH: process.env["PATH"] ?? "" } };
    const stdin = JSON.stringify({ event: "pre-tool-call", tool_name: "x", working_dir: mine.path });
    const before = await runCli(["decide", "--json"], { ...place, stdin });
    expect(JSON.parse(before.stdout)).toMatchObject({ effect: "deny", reason: "mine" });
    const inert = async (): Promise<readonly string[] | undefined> => {
      const { policies } = JSON.parse((await runCli(["list", "--json"], place)).stdout) as {
        policies: { id: string; inert: { kind: string }[] }[];
      };
      return policies.find(({ id }) => id.startsWith("mimir.project"))?.inert.map(({ kind }) => kind);
    };
    expect(await inert()).toEqual(["untrusted"]);
    const hash = createHash("sha256").update(hook("theirs")).digest("hex");
    expect((await runCli(["trust", ".mimir/config.yml", "--yes", hash], place)).code).toBe(0);
    expect(await inert()).toEqual([]);
  } finally {
    mine.remove();
  }
});

test("--sandbox bubblewrap: a command runs boxed in, or not at all", async () => {
  const place = { cwd: project.path, home: project.home, env: { PATH: process.env["PATH"] ?? "" } };
  const args = ["decide", "--json", "--policies", "outside.yaml", "--policy-format", "docker-agent"];
  const stdin = JSON.stringify({ event: "pre_tool_use", tool_name: "x", tool_input: {}, cwd: project.path });
  const outside = join(project.home, "touched");
  const boxed = await runCli([...args, "--sandbox", "bubblewrap"], { ...place, stdin });
  expect(existsSync(outside)).toBe(false);
  // The command fails, or is refused where there is no bubblewrap: either way the call does not go through.
  expect(JSON.parse(boxed.stdout)).toMatchObject({ effect: "deny" });
  const bare = await runCli(args, { ...place, stdin });
  expect([bare.code, existsSync(outside)]).toEqual([0, true]);
  expect((await runCli([...args, "--sandbox", "paper"], { ...place, stdin })).code).toBe(2);
});

test("an unknown format is bad usage", async () => {
  const place = { cwd: project.path, home: project.home };
  expect((await runCli(["list", "--policies", "agent.yaml", "--policy-format", "toml"], place)).code).toBe(2);
});
