import { readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { WIRED_HOSTS } from "@gatehouse-hooks/hosts/wired";
import type { Decision } from "@gatehouse-hooks/engine";
import { afterAll, describe as describeRows, expect, test as testRows } from "vitest";
import { gatehouse } from "../../../../test/e2e/spawn-cli.js";
import { everyNth } from "../../../../test/assert-law.js";
import { describe, test } from "../../../../test/quick-tests.js";
import { folder, type Ran, runCli } from "../run-cli.js";

const EXAMPLE = readFileSync(
  join(import.meta.dirname, "../../../../examples/docker-agent/hooks.yaml"),
  "utf8",
);

const command = (text: string, more = ""): string =>
  `- { matcher: "*", hooks: [{ type: command, command: ${JSON.stringify(text)}${more} }] }`;

const project = folder({
  ".git/HEAD": "",
  "example.yaml": EXAMPLE,
  "exit.yaml": `hooks:\n  pre_tool_use:\n    ${command("echo no >&2; exit 2")}\n`,
  "deny-all.yaml": 'permissions: { deny: ["*"] }\n',
  "broken.yaml": `hooks:\n  PreToolUse:\n    ${command("exit 2")}\n`,
  "limit.yaml": 'hooks: { before_llm_call: [{ type: builtin, command: max_iterations, args: ["2"] }] }\n',
  "redact.yaml": "agents: { root: { model: openai/m, redact_secrets: true } }\n",
  "input.yaml": `hooks:\n  pre_tool_use:\n    ${command("cat > input.json")}\n  turn_end:\n    - { type: command, command: "cat > input.json" }\n`,
  "rewrite.yaml": `hooks:\n  pre_tool_use:\n    ${command(
    `echo '{"hook_specific_output":{"updated_input":{"cmd":"rm -rf /"}}}'`,
  )}\n`,
  "agents.yaml": `agents:
  coder: { model: openai/m, hooks: { on_agent_switch: [{ type: command, command: "touch coder.ran" }] } }
  reviewer: { model: openai/m, hooks: { on_agent_switch: [{ type: command, command: "touch reviewer.ran" }] } }
`,
  "native.yaml":
    "version: 1\npolicies:\n  - { id: no-rm, events: before_tool_call, when: 'params.command.startsWith(\"rm\")', deny: native }\n",
});
afterAll(project.remove);

const COMMON = { session_id: "s1", cwd: project.path };
const TOOL = { tool_name: "shell", tool_use_id: "t1", tool_input: { cmd: "ls", cwd: "." } };

function payload(name: string, more: object = {}): Record<string, unknown> {
  return { ...COMMON, hook_event_name: name, ...more };
}

async function run(args: readonly string[], stdin: unknown): Promise<Ran> {
  const { path: cwd, home } = project;
  const env = { PATH: process.env["PATH"] ?? "", AGENT_LOG_DIR: project.path };
  return await runCli(args, { cwd, home, env, stdin: JSON.stringify(stdin) });
}

async function hooked(file: string, event: object, ...more: readonly string[]): Promise<string> {
  const { stdout, code } = await run(
    ["hook", "docker-agent", "--policies", file, "--policy-format", "docker-agent", ...more],
    event,
  );
  expect(code).toBe(0);
  return stdout;
}

const EVENTS: readonly (readonly [string, object])[] = [
  ["pre_tool_use", TOOL],
  ["pre_tool_use", { ...TOOL, tool_input: { cmd: "rm -rf /tmp/test" } }],
  ["pre_tool_use", { ...TOOL, tool_input: { cmd: "sudo apt update" } }],
  ["pre_tool_use", { ...TOOL, tool_input: { cmd: "ls -h" } }],
  ["permission_request", { ...TOOL, tool_input: { cmd: "echo hi" } }],
  ["permission_request", { ...TOOL, tool_input: { cmd: "make" } }],
  ["on_tool_approval_decision", { ...TOOL, approval_decision: "allow", approval_source: "yolo" }],
  ["tool_response_transform", { ...TOOL, tool_response: "key AKIAIOSFODNN7EXAMPLE ok" }],
  ["post_tool_use", { ...TOOL, tool_response: "done" }],
  ["post_tool_use", { ...TOOL, tool_response: "failed", tool_error: true }],
  ["session_start", { source: "startup" }],
  ["user_prompt_submit", { prompt: "where are the logs?" }],
  ["turn_start", {}],
  ["before_llm_call", { iteration: 1, model_id: "m", messages: [] }],
  ["before_llm_call", { iteration: 10_000, model_id: "m", messages: [] }],
  ["after_llm_call", { stop_response: "hello" }],
  ["turn_end", { agent_name: "root", reason: "normal" }],
  ["stop", { stop_response: "bye" }],
  ["pre_compact", { source: "manual" }],
  [
    "before_compaction",
    { input_tokens: 9, output_tokens: 1, context_limit: 10, compaction_reason: "manual" },
  ],
  ["after_compaction", { summary: "short" }],
  ["subagent_stop", { agent_name: "sub", parent_session_id: "s0" }],
  ["on_agent_switch", { from_agent: "root", to_agent: "sub", agent_switch_kind: "handoff" }],
  ["on_user_input", {}],
  ["on_session_resume", { previous_max_iterations: 1, new_max_iterations: 2 }],
  ["notification", { notification_level: "error", notification_message: "x" }],
  ["on_error", { notification_level: "error", notification_message: "x" }],
  ["on_max_iterations", { notification_level: "warning", notification_message: "x" }],
  ["session_end", { reason: "other" }],
];

/** Each is asked about twice. */
const TRIED = everyNth(3, EVENTS);

describeRows("an agent's own file is in force in the agent's hook", () => {
  const host = WIRED_HOSTS.find(({ name }) => name === "docker-agent");

  testRows.each(TRIED)("%s is answered with what `decide` says of it: %j", async (name, fields) => {
    const event = payload(name, fields);
    const { hook_event_name: _name, ...own } = event;
    const decided = await run(
      ["decide", "--json", "--policies", "example.yaml", "--policy-format", "docker-agent"],
      { event: name, ...own },
    );
    const decision = JSON.parse(decided.stdout) as Decision;
    const prepared = host?.prepare(event);
    if (host === undefined || prepared?.kind !== "event") throw new Error("not prepared");
    expect(await hooked("example.yaml", event)).toBe(host.wire.speak(decision, prepared.event).stdout);
  });

  test.each([
    ["rm -rf /tmp/test", '"permission_decision":"deny"'],
    ["ls", '"updated_input":{"cmd":"ls -h"'],
  ])("the example answers %s", async (cmd, said) => {
    expect(await hooked("example.yaml", payload("pre_tool_use", { ...TOOL, tool_input: { cmd } }))).toContain(
      said,
    );
  });

  test("a command's exit code, a permission, a file that cannot be loaded, and a hook of the command line each deny", async () => {
    const event = payload("pre_tool_use", TOOL);
    const denied = '"permission_decision":"deny"';
    for (const file of ["exit.yaml", "deny-all.yaml", "broken.yaml"])
      expect([file, await hooked(file, event)]).toEqual([file, expect.stringContaining(denied)]);
    const { stdout } = await run(["hook", "docker-agent", "--hook-pre-tool-use", "exit 2"], event);
    expect(stdout).toContain(denied);
  });

  test("builtins see the fields of the event", async () => {
    const call = (iteration: number): Promise<string> =>
      hooked("limit.yaml", payload("before_llm_call", { iteration, messages: [] }));
    expect([await call(1), await call(99)]).toEqual(["", expect.stringContaining('"decision":"block"')]);
    const secret = ["AKIA", "QYLPMN5HFIQR7XYA"].join("");
    const response = await hooked(
      "redact.yaml",
      payload("tool_response_transform", { ...TOOL, tool_response: `key ${secret} ok` }),
    );
    expect(response).toContain("updated_tool_response");
    expect(response).not.toContain(secret);
    const input = await hooked(
      "redact.yaml",
      payload("pre_tool_use", { ...TOOL, tool_input: { cmd: `echo ${secret}` } }),
    );
    expect(input).toContain("updated_input");
    expect(input).not.toContain(secret);
  });

  test.each([payload("pre_tool_use", TOOL), payload("turn_end", { agent_name: "root", reason: "normal" })])(
    "a hook reads what the agent sent, and nothing else: %j",
    async (event) => {
      await hooked("input.yaml", event);
      expect(JSON.parse(readFileSync(join(project.path, "input.json"), "utf8"))).toEqual(event);
    },
  );

  test("of several agents' hooks, those of the agent that the event names run", async () => {
    await hooked("agents.yaml", payload("on_agent_switch", { from_agent: "coder", to_agent: "reviewer" }));
    expect(() => readFileSync(join(project.path, "coder.ran"))).not.toThrow();
    expect(() => readFileSync(join(project.path, "reviewer.ran"))).toThrow("ENOENT");
  });

  test("the command as it is built denies what the file denies", async () => {
    const ran = await gatehouse(
      ["hook", "docker-agent", "--policies", "exit.yaml", "--policy-format", "docker-agent"],
      {
        cwd: project.path,
        env: { HOME: project.home },
        stdin: JSON.stringify(payload("pre_tool_use", TOOL)),
      },
    );
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('"permission_decision":"deny"')]);
  });
});

describe("a hook before the prompt", () => {
  const says = (more: string): string => `echo '{"hook_specific_output":{${more}}}'`;
  const allow = '"permission_decision":"allow"';
  const asked = folder({
    "dry.yaml": `hooks:\n  permission_request:\n    ${command(
      says(`${allow},"updated_input":{"cmd":"npm publish --dry-run"}`),
    )}\n`,
    "two.yaml": `hooks:\n  permission_request:\n    ${command(
      says('"permission_decision":"ask"'),
    )}\n    ${command(says(allow))}\n`,
    "fails.yaml": `hooks:\n  permission_request:\n    ${command("exit 1")}\n`,
    "blocks.yaml": `hooks:\n  permission_request:\n    ${command("exit 1", ", on_error: block")}\n`,
  });
  afterAll(asked.remove);
  const call = { ...TOOL, tool_input: { cmd: "npm publish", cwd: "." } };
  const ran = async (command_: string, file: string, stdin: object): Promise<Ran> =>
    await runCli([...command_.split(" "), "--policies", file, "--policy-format", "docker-agent"], {
      cwd: asked.path,
      home: asked.home,
      env: { PATH: process.env["PATH"] ?? "" },
      stdin: JSON.stringify(stdin),
    });
  const effectOf = async (file: string): Promise<unknown> =>
    (
      JSON.parse(
        (await ran("decide --json", file, { event: "permission_request", ...call })).stdout,
      ) as Decision
    ).effect;

  test("allows no call but the one that it wrote: where the agent may not read that, a person is asked", async () => {
    const decided = await ran("decide --json", "dry.yaml", { event: "permission_request", ...call });
    expect(JSON.parse(decided.stdout)).toMatchObject({
      effect: "allow",
      updatedInput: { tool_input: { cmd: "npm publish --dry-run", cwd: "." } },
    });
    const { stdout } = await ran("hook docker-agent", "dry.yaml", payload("permission_request", call));
    expect(stdout).not.toContain(allow);
    expect(JSON.parse(stdout)).toMatchObject({
      system_message: expect.stringContaining("a person decides") as string,
      hook_specific_output: { updated_input: { cmd: "npm publish --dry-run", cwd: "." } },
    });
  });

  test("an ask outweighs an allow, and a failure asks unless its author wants a block", async () => {
    expect([await effectOf("two.yaml"), await effectOf("fails.yaml"), await effectOf("blocks.yaml")]).toEqual(
      ["ask", "ask", "deny"],
    );
    const { stdout } = await ran("hook docker-agent", "two.yaml", payload("permission_request", call));
    expect(stdout).not.toContain(allow);
  });
});

describe("a file whose content says whose it is", () => {
  const known = folder({
    ".git/HEAD": "",
    "sub/x": "",
    "agent.yaml": `hooks:\n  pre_tool_use:\n    ${command("pwd > ran.txt; exit 2")}\npermissions: { deny: [fetch] }\n`,
    "hooks.yaml": `hooks:\n  pre_tool_use:\n    ${command("exit 2")}\n`,
  });
  afterAll(known.remove);
  const ran = async (args: readonly string[], stdin: object = {}): Promise<Ran> =>
    await runCli(args, {
      cwd: known.path,
      home: known.home,
      env: { PATH: process.env["PATH"] ?? "" },
      stdin: JSON.stringify(stdin),
    });

  test("is checked, and decided by, without its format being named", async () => {
    const checked = await ran(["check", "agent.yaml", "--host", "docker-agent"]);
    expect(checked.stdout).toContain("1 file: ");
    expect([checked.code, checked.stdout.includes("never fires")]).toEqual([0, false]);
    const { stdout } = await ran(["hook", "docker-agent", "--policies", "agent.yaml"], {
      ...payload("pre_tool_use", TOOL),
      cwd: known.path,
    });
    expect(stdout).toContain('"permission_decision":"deny"');
  });

  test.each([
    ["shell:cmd=ls*", true],
    ["shell:cmd=git status*", true],
    ["shell:cmd=ls", false],
    ["shell", false],
    ["read_file:path=a*", false],
  ])("is told of an allow of commands by how they are spelled: %s", async (pattern, isTold) => {
    const file = folder({ "allow.yaml": `permissions: { allow: [${JSON.stringify(pattern)}] }\n` });
    const { stdout } = await runCli(["check", "allow.yaml"], { cwd: file.path, home: file.home });
    file.remove();
    expect(stdout.includes("allow-by-text")).toBe(isTold);
  });

  test("is looked at by `doctor`, which calls no agent guarded for it", async () => {
    const { stdout } = await ran(["doctor", "docker-agent", "agent.yaml"]);
    expect(stdout).toContain("by hand");
    expect(stdout).toContain("agent.yaml");
  });

  test("with hooks alone is not imported: the message says how it is read", async () => {
    const { code, stderr } = await ran(["import", "hooks.yaml"]);
    expect(code).toBe(2);
    expect(stderr).toContain("gatehouse check --policies hooks.yaml --policy-format docker-agent");
  });

  test("is imported where it has permissions, and its hooks are told to stay in it", async () => {
    const { code, stdout } = await ran(["import", "agent.yaml", "--dry-run"]);
    expect([code, stdout.includes("1 policy, 1 not kept")]).toEqual([0, true]);
    expect(stdout).toContain("read as it is: `gatehouse hook docker-agent --policies FILE`");
  });

  test.each([
    ["sub", "sub"],
    ["not-there", "."],
    ["..", "."],
  ])(
    "runs its hooks in the folder that the event names, where that is one of the project: %s",
    async (cwd, at) => {
      await ran(["hook", "docker-agent", "--policies", "agent.yaml"], {
        ...payload("pre_tool_use", TOOL),
        cwd: join(known.path, cwd),
      });
      expect(readFileSync(join(known.path, at, "ran.txt"), "utf8").trim()).toBe(
        join(realpathSync(known.path), at === "." ? "" : at).replace(/\/$/, ""),
      );
      rmSync(join(known.path, at, "ran.txt"));
    },
  );
});

describe("beside policies for all agents", () => {
  const both = ["--policies", "native.yaml"];

  test("the stricter of both counts, and each sees what the other made of a call", async () => {
    const hook = `echo '{"hook_specific_output":{"permission_decision":"allow","updated_input":{"cmd":"rm x"}}}'`;
    const args = ["hook", "docker-agent", ...both];
    const asked = async (cmd: string, ...more: readonly string[]): Promise<string> =>
      (await run([...args, ...more], payload("pre_tool_use", { ...TOOL, tool_input: { cmd } }))).stdout;
    expect(await asked("ls")).toBe("");
    expect(await asked("rm x")).toContain("native");
    expect(await asked("rm x", "--hook-pre-tool-use", "true")).toContain("native");
    expect(await asked("ls", "--hook-pre-tool-use", hook)).toContain("native");
    expect(await asked("ls", "--hook-pre-tool-use", "exit 2")).toContain('"permission_decision":"deny"');
  });
});

describe("a policy that this door can never ask", () => {
  const file = ["--policies", "exit.yaml", "--policy-format", "docker-agent"];
  const claude = {
    session_id: "s",
    transcript_path: "/x",
    permission_mode: "default",
    cwd: project.path,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "ls" },
  };

  test("denies what it would have gated, in the hook of another agent and in `decide`", async () => {
    const hook = await run(["hook", "claude-code", ...file], claude);
    expect(hook.stdout).toContain('"permissionDecision":"deny"');
    expect(hook.stdout).toContain("gatehouse hook docker-agent");
    const decided = await run(["decide", "--json", ...file], {
      event: "before_tool_call",
      toolName: "shell",
      params: { command: "ls" },
    });
    expect(JSON.parse(decided.stdout)).toMatchObject({ effect: "deny" });
  });

  test("is told when a session starts", async () => {
    const { stdout } = await run(["hook", "claude-code", ...file], {
      session_id: "s",
      transcript_path: "/x",
      cwd: project.path,
      hook_event_name: "SessionStart",
      source: "startup",
    });
    expect(stdout).toContain("exit.yaml");
  });

  test("denies nothing that it would not have gated", async () => {
    const { stdout } = await run(["hook", "claude-code", ...file], {
      ...claude,
      hook_event_name: "PostToolUse",
      tool_response: {},
    });
    expect(stdout).toBe("");
  });
});

describe("a lost policy", () => {
  test.each([
    [
      "a canonical name",
      "before_tool_call",
      { event: "pre_tool_use", tool_name: "shell", tool_input: { cmd: "ls" } },
    ],
    [
      "an agent's name",
      "pre_tool_use",
      { event: "before_tool_call", toolName: "shell", params: { command: "ls" } },
    ],
  ])("denies its event under its other name: of %s", async (_kind, name, event) => {
    const lost = folder({
      "lost.yaml": `version: 1\npolicies:\n  - { id: lost, events: ${name} }\n`,
    });
    const { stdout } = await runCli(["decide", "--json", "--policies", "lost.yaml"], {
      cwd: lost.path,
      home: lost.home,
      stdin: JSON.stringify(event),
    });
    lost.remove();
    expect(JSON.parse(stdout)).toMatchObject({ effect: "deny" });
  });
});
