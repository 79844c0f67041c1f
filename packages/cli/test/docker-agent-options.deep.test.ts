import { afterAll, describe, expect, test } from "vitest";
import { startOpenAiServer } from "../../../test/servers/openai-server.js";
import { folder, type Ran, runCli } from "./run-cli.js";

const deny = (reason: string): string => `echo ${reason} >&2; exit 2`;
const hook = (command: string): string =>
  JSON.stringify({ pre_tool_use: [{ hooks: [{ type: "command", command }] }] });

const project = folder({
  "team.yaml": `
agents:
  writer: { hooks: ${hook(deny("writer"))} }
  tester: { hooks: ${hook(deny("tester"))} }
`,
  "lax.yaml": `hooks: ${hook("exit 1")}`,
  "organisation/agent.yaml": `
agents:
  boss: { hooks: ${hook(deny("boss"))} }
`,
  "organisation/lax.yaml": `hooks: ${hook("exit 1")}`,
  "judged.yaml": `
hooks:
  pre_tool_use:
    - hooks:
        - type: model
          model: openai/m
          prompt: "May it {{ .ToolInput.cmd }}?"
          schema: pre_tool_use_decision
`,
  "rules.yaml": "version: 1\npolicies:\n  - { id: rule, events: pre_tool_use, deny: no }\n",
});
afterAll(project.remove);

const EVENT = { event: "pre_tool_use", tool_name: "shell", tool_input: { cmd: "ls" } };

function run(args: readonly string[], stdin = ""): Promise<Ran> {
  const { path: cwd, home } = project;
  return runCli(args, { cwd, home, env: { PATH: process.env["PATH"] ?? "" }, stdin });
}

async function decided(
  ...args: readonly string[]
): Promise<{ readonly effect: string; readonly reason: string }> {
  const { stdout, stderr } = await run(["decide", "--json", ...args], JSON.stringify(EVENT));
  expect(stderr).not.toContain("internal error");
  return JSON.parse(stdout) as { effect: string; reason: string };
}

async function ids(...args: readonly string[]): Promise<readonly string[]> {
  const { stdout, code } = await run([...args, "--json"]);
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { policies: { id: string }[] }).policies.map(({ id }) => id);
}

const TEAM = ["--policies", "team.yaml", "--policy-format", "docker-agent"];
const LAX = ["--policies", "lax.yaml", "--policy-format", "docker-agent"];

describe("--agent", () => {
  test("chooses the agent whose hooks run", async () => {
    expect(await ids("list", ...TEAM)).toHaveLength(2);
    expect(await ids("list", ...TEAM, "--agent", "tester")).toEqual([expect.stringContaining("tester")]);
    expect(await decided(...TEAM, "--agent", "writer")).toMatchObject({ effect: "deny", reason: "writer" });
    expect(await decided(...TEAM, "--agent=tester")).toMatchObject({ effect: "deny", reason: "tester" });
    expect(await ids("load", "team.yaml", "--format", "docker-agent", "--agent", "tester")).toHaveLength(1);
  });

  test.each([
    ["decide", ...TEAM],
    ["check", ...TEAM],
    ["list", ...TEAM],
    ["load", "team.yaml", "--format", "docker-agent"],
  ])("that the file does not have is bad usage: %s", async (...args) => {
    const { code, stdout, stderr } = await run([...args, "--agent", "writr"], JSON.stringify(EVENT));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      "gatehouse: team.yaml: the file has no agent `writr`; the file is not loaded\n  did you mean `writer`?\n",
    );
  });

  test("that is empty is bad usage", async () => {
    const { code, stderr } = await run(["list", ...TEAM, "--agent", ""]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      "gatehouse: --agent is empty\n  name an agent of the file, or leave it out for all of them\n",
    );
  });

  test("never leaves out hooks of the organisation", async () => {
    const args = [...TEAM, "--enforced", "organisation/agent.yaml", "--agent", "tester"];
    expect(await ids("list", ...args)).toHaveLength(2);
    expect(await decided(...args)).toMatchObject({ effect: "deny", reason: "boss" });
  });
});

describe("--compat", () => {
  test("is the generation that hooks are read as", async () => {
    expect((await decided(...LAX)).effect).toBe("deny");
    expect((await decided(...LAX, "--compat", "2026-09")).effect).toBe("deny");
    expect((await decided(...LAX, "--compat", "2026-05")).effect).toBe("abstain");
  });

  test.each(["2026-5", "", "latest"])("%j is bad usage", async (compat) => {
    const { code, stderr } = await run(["list", ...LAX, "--compat", compat]);
    expect(code).toBe(2);
    expect(stderr).toBe(`gatehouse: --compat is \`${compat}\`\n  write \`2026-09\` or \`2026-05\`\n`);
  });

  test("never weakens hooks of the organisation", async () => {
    const args = ["--enforced", "organisation/lax.yaml", "--compat", "2026-05"];
    expect((await decided(...args)).effect).toBe("deny");
  });
});

test("--agent and --compat without a file of docker-agent are told, and do nothing", async () => {
  const told = "`--agent` and `--compat` are for files of docker-agent, and none was read";
  for (const args of [
    ["--agent", "x"],
    ["--compat", "2026-05"],
    ["--agent", "x", "--compat", "2026-05"],
  ]) {
    const { stderr, code } = await run(
      ["decide", "--policies", "rules.yaml", ...args],
      JSON.stringify(EVENT),
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining(told)]);
  }
  expect((await run(["decide", ...LAX, "--compat", "2026-05"], JSON.stringify(EVENT))).stderr).toBe("");
});

describe("--hook-*", () => {
  const FLAGS = {
    "--hook-pre-tool-use": "pre_tool_use",
    "--hook-post-tool-use": "post_tool_use",
    "--hook-session-start": "session_start",
    "--hook-session-end": "session_end",
    "--hook-on-user-input": "on_user_input",
    "--hook-stop": "stop",
  };
  test.each(Object.entries(FLAGS))("%s is a hook of %s", async (flag, event) => {
    const { stdout } = await run(["list", "--json", flag, "./log.sh"]);
    expect(JSON.parse(stdout)).toMatchObject({
      policies: [
        {
          id: expect.stringContaining("./log.sh") as string,
          events: [event],
          handler: "command",
          tier: "user",
        },
      ],
      issues: [],
    });
    expect((await run(["decide", "--help"])).stdout).toContain(`${flag} <command>`);
  });

  test("runs without a file, and as often as it is given", async () => {
    expect((await decided()).effect).toBe("abstain");
    const allow = `echo '{"hook_specific_output":{"permission_decision":"allow"}}'`;
    expect((await decided("--hook-pre-tool-use", allow)).effect).toBe("allow");
    const both = ["--hook-pre-tool-use", allow, "--hook-pre-tool-use", deny("second")];
    expect(await decided(...both)).toMatchObject({ effect: "deny", reason: "second" });
  });

  test("runs beside the files, once, for every agent", async () => {
    const flag = ["--hook-pre-tool-use", "exit 0"];
    expect(await ids("list", ...TEAM, ...flag)).toHaveLength(3);
    expect(await ids("list", ...TEAM, ...flag, "--agent", "tester")).toHaveLength(2);
    expect(await ids("load", "team.yaml", "--format", "docker-agent", ...flag)).toHaveLength(3);
  });

  test("is a hook of the generation that is named", async () => {
    expect((await decided("--hook-pre-tool-use", "exit 1")).effect).toBe("deny");
    expect((await decided("--hook-pre-tool-use", "exit 1", "--compat", "2026-05")).effect).toBe("abstain");
  });

  test("whose text is odd is the command as it is", async () => {
    const command = `cat > /dev/null; printf '%s' "a: {b} #\t\\"é" >&2\nexit 2`;
    expect(await decided("--hook-pre-tool-use", command)).toMatchObject({ reason: 'a: {b} #\t"é' });
  });

  test.each(["", "  ", "\t\n"])("%j is bad usage: a guard is missing", async (command) => {
    const { code, stdout, stderr } = await run(
      ["decide", "--hook-pre-tool-use", command],
      JSON.stringify(EVENT),
    );
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe("gatehouse: --hook-pre-tool-use is empty\n  write a command, such as ./guard.sh\n");
  });

  test("of another event is bad usage, with what is near", async () => {
    const { code, stderr } = await run(["list", "--hook-pretool-use", "x"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--hook-pre-tool-use");
  });
});

test("a hook of the type model is asked in docker-agent's language", async () => {
  const server = await startOpenAiServer(() => ({
    kind: "reply",
    text: '{"decision":"deny","reason":"not today"}',
  }));
  const { path: cwd, home } = project;
  const { code, stdout } = await runCli(
    ["decide", "--json", "--policies", "judged.yaml", "--policy-format", "docker-agent"],
    {
      cwd,
      home,
      env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: "k" },
      stdin: JSON.stringify(EVENT),
    },
  );
  await server.close();
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ effect: "deny", reason: "not today" });
  expect(server.requests.map(({ prompt }) => prompt)).toEqual(["May it ls?"]);
});
