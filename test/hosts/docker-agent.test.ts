import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  dockerAgentEvents,
  load,
  type DockerAgentOptions,
  type Loaded,
  type HostToolCall,
} from "@gatehouse-hooks/hosts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Agent, type AgentOptions, createAgent, type Message, type Reply } from "./docker-agent.js";
import { dispatch } from "./docker-agent-hook-rows.js";
import { requireProgram } from "../require-program.js";

// The hooks that people write read their input with it.
requireProgram("jq");

const EXAMPLE = new URL("../../examples/docker-agent/hooks.yaml", import.meta.url);

let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "gatehouse-host-"));
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

function read(text: string | Uint8Array, dockerAgent: DockerAgentOptions = {}): Loaded["policies"] {
  const { policies, issues } = load(text, {
    path: "agent.yaml",
    format: "docker-agent",
    options: { "docker-agent": dockerAgent },
  });
  expect(issues).toEqual([]);
  return policies;
}

function shell(cmd: string): HostToolCall {
  return { id: `call ${cmd}`, name: "shell", input: { cmd } };
}

/** A model that says one reply after another. */
function scripted(
  ...replies: readonly Reply[]
): AgentOptions["model"] & { readonly seen: (readonly Message[])[] } {
  const seen: (readonly Message[])[] = [];
  let at = 0;
  return Object.assign(
    (messages: readonly Message[]) => {
      seen.push(messages);
      return replies[at++] ?? { text: "done" };
    },
    { seen },
  );
}

async function exampleAgent(options: Pick<AgentOptions, "model"> & Partial<AgentOptions>): Promise<Agent> {
  return createAgent({
    policies: read(await readFile(EXAMPLE)),
    directory,
    env: { PATH: process.env["PATH"], HOME: directory, AGENT_LOG_DIR: directory },
    ...options,
  });
}

async function logged(name: string): Promise<readonly string[]> {
  return (await readFile(path.join(directory, `${name}.log`), "utf8")).trimEnd().split("\n");
}

function responses(agent: Agent): readonly string[] {
  return agent.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
}

describe("the example that covers document 002", () => {
  test("echo runs, rm -rf and sudo are denied, ls gets -h, and everything is logged", async () => {
    await writeFile(path.join(directory, "file.txt"), "x");
    await writeFile(path.join(directory, "GUIDELINES.md"), "Be brief.");
    const model = scripted(
      {
        text: "",
        calls: [shell("echo hello"), shell("rm -rf /tmp/test"), shell("sudo apt update"), shell("ls")],
      },
      { text: "all done" },
    );
    const prompted: HostToolCall[] = [];
    const agent = await exampleAgent({
      model,
      user: (call) => {
        prompted.push(call);
        return "reject";
      },
    });
    await agent.start();
    expect(await agent.prompt("where are the logs?")).toBe("normal");
    await agent.end();

    const [hello = "", remove = "", sudo = "", list = ""] = responses(agent);
    expect(hello).toBe("hello\n");
    for (const denied of [remove, sudo]) {
      expect(denied).toBe(
        "Tool call blocked by pre_tool_use hook: rm -rf, sudo, mkfs and dd are not for agents",
      );
    }
    expect(list).toContain("file.txt");
    const ran = agent.log.flatMap((entry) => (entry.kind === "tool" ? [entry.call.input["cmd"]] : []));
    expect(ran).toEqual(["echo hello", "ls -h"]);
    expect(prompted).toEqual([]);
    expect(agent.log).toContainEqual({ kind: "shown", message: "ls got -h" });

    expect(await logged("approvals")).toEqual([
      "shell allow permission_request_hook_allow",
      "shell deny pre_tool_use_hook_deny",
      "shell deny pre_tool_use_hook_deny",
      "shell allow pre_tool_use_hook_allow",
    ]);
    expect(await logged("permissions")).toEqual(["echo hello"]);
    expect(await logged("tools")).toEqual([
      "shell error=false profile=dev",
      "shell error=true profile=dev",
      "shell error=true profile=dev",
      "shell error=false profile=dev",
    ]);
    expect(await logged("session")).toEqual(["start session-1", "end stream_ended"]);
    expect(await logged("prompts")).toEqual(["where are the logs?"]);
    expect(await logged("calls")).toEqual(["call 1", "reply 0", "call 2", "reply 8"]);
    expect(await logged("turns")).toEqual(["continue", "normal"]);
    expect(await logged("replies")).toEqual(["all done"]);

    const [first = []] = model.seen;
    const contexts = first.filter(({ role }) => role === "system").map(({ content }) => content);
    expect(contexts[0]).toContain(directory);
    expect(contexts[0]).toContain("Logs are kept.");
    expect(contexts.join("\n")).toContain("The logs lie in the log directory.");
    expect(contexts.join("\n")).toMatch(/Today's date: \d{4}-\d\d-\d\d/);
    expect(contexts.join("\n")).toContain("Be brief.");
  });

  test("a user's prompt is for what nobody decides", async () => {
    const model = scripted({ text: "", calls: [shell("touch made"), shell("touch refused")] });
    const agent = await exampleAgent({
      model,
      user: ({ input }) => (input["cmd"] === "touch made" ? "approve" : "reject"),
    });
    await agent.prompt("go");
    await agent.end();
    expect(await logged("approvals")).toEqual(["shell allow user_approved", "shell deny user_rejected"]);
    expect(responses(agent)).toEqual(["", "the user rejected the tool call"]);
    expect(await logged("session")).toEqual(["waiting", "waiting", "end stream_ended"]);
  });

  test("compaction is vetoed, replaced, or left to the model", async () => {
    const agent = await exampleAgent({ model: scripted() });
    expect(await agent.compact("manual")).toBe("vetoed");
    expect(await agent.compact("threshold")).toBe("by hook");
    expect(agent.messages).toEqual([{ role: "system", content: "The story so far." }]);
    expect(await agent.compact("overflow")).toBe("by model");
    expect(agent.messages[0]?.content).toContain("Keep file names and open tasks.");
    await agent.end();
    expect(await logged("compactions")).toEqual([
      "before manual",
      "before threshold",
      "after The story so far.",
      "before overflow",
      "after summary; Keep file names and open tasks.",
    ]);
  });

  test("secrets reach neither the tool, nor the transcript, nor the model", async () => {
    const secret = ["glpat", "AbCdEf0123456789wxYZ"].join("-");
    await writeFile(path.join(directory, "secret.txt"), `token ${secret} end`);
    const model = scripted({
      text: "",
      calls: [
        { id: "1", name: "read_file", input: { path: "secret.txt" } },
        { id: "2", name: "write_file", input: { path: "out.txt", content: `a ${secret}` } },
      ],
    });
    const agent = await exampleAgent({ model, user: () => "approve" });
    await agent.prompt(`use ${secret}`);
    await agent.end();
    expect(responses(agent)).toEqual(["token [REDACTED] end", "written"]);
    expect(await readFile(path.join(directory, "out.txt"), "utf8")).toBe("a [REDACTED]");
    expect(JSON.stringify(model.seen)).toContain("use [REDACTED]");
    expect(JSON.stringify(model.seen)).not.toContain(secret);
  });

  test("errors, limits, agents and resumed sessions are reported", async () => {
    const busy: Reply = { text: "", calls: [shell("echo x")] };
    const agent = await exampleAgent({ model: scripted(busy, busy, { text: "end" }), maxIterations: 2 });
    expect(await agent.prompt("work")).toBe("normal");
    await agent.subagent("helper", "found it");
    await agent.switchTo("reviewer");
    await agent.end();
    expect(await logged("errors")).toEqual(["limit: more than 2 iterations"]);
    expect(await logged("session")).toEqual(["resume 2 12", "end stream_ended"]);
    expect(await logged("agents")).toEqual(["helper of session-1", "root to reviewer"]);

    const broken = await exampleAgent({
      model: () => {
        throw new Error("no model");
      },
    });
    expect(await broken.prompt("work")).toBe("error");
    await broken.end();
    expect(await logged("notifications")).toEqual(["warning: more than 2 iterations", "error: no model"]);
    expect((await logged("turns")).at(-1)).toBe("error");
  });

  test("a run that goes on and on is stopped by max_iterations", async () => {
    const busy: Reply = { text: "", calls: [shell("echo x")] };
    const model = scripted(...Array.from({ length: 20 }, () => busy));
    const agent = await exampleAgent({ model });
    expect(await agent.prompt("work")).toBe("hook_blocked");
    expect(model.seen).toHaveLength(8);
    await agent.end();
  });

  test("every event of the documents has been fired by these runs", async () => {
    const agent = await exampleAgent({
      model: scripted({ text: "", calls: [shell("touch x")] }),
      maxIterations: 1,
    });
    await agent.start();
    await agent.prompt("go");
    await agent.compact("threshold");
    await agent.subagent("helper", "");
    await agent.switchTo("reviewer");
    await agent.end();
    const broken = await exampleAgent({
      model: () => {
        throw new Error("no model");
      },
    });
    await broken.prompt("x");
    await broken.end();
    const fired = new Set(
      [...agent.log, ...broken.log].flatMap((entry) => (entry.kind === "event" ? [entry.name] : [])),
    );
    expect(dockerAgentEvents("2026-05").filter((name) => !fired.has(name))).toEqual([]);
  });
});

describe("what a host must be able to rely on", () => {
  const hooks = (text: string): Loaded["policies"] => read(`agents:\n  root:\n    hooks:\n${text}`);
  const base = (): Pick<AgentOptions, "directory" | "env"> => ({
    directory,
    env: { PATH: process.env["PATH"] },
  });

  test("turn_end and session_end run to the end when the user aborts", async () => {
    const abort = new AbortController();
    const agent = createAgent({
      ...base(),
      policies: hooks(`      turn_end: [{type: command, command: "sleep 0.3; echo turn >> end.log"}]
      session_end: [{type: command, command: "sleep 0.3; echo session >> end.log"}]
`),
      model: () => {
        abort.abort();
        return { text: "", calls: [shell("touch never")] };
      },
      signal: abort.signal,
    });
    expect(await agent.prompt("go")).toBe("canceled");
    await agent.end();
    expect(await logged("end")).toEqual(["turn", "session"]);
  });

  test.each([
    "exit 1",
    "echo '{'",
    "kill -9 $$",
    "sleep 5",
    'echo \'{"decision":"blok"}\'',
    "no-such-program",
  ])("a guard that does %j denies", async (command) => {
    const agent = createAgent({
      ...base(),
      policies: hooks(
        `      pre_tool_use: [{hooks: [{type: command, timeout: 1, on_error: ignore, command: ${JSON.stringify(command)}}]}]\n`,
      ),
      model: scripted({ text: "", calls: [shell("touch ran")] }),
      user: () => "approve",
      mode: "autonomous",
    });
    await agent.prompt("go");
    await agent.end();
    expect(responses(agent)[0]).toMatch(
      /^Tool call blocked by pre_tool_use hook: pre_tool_use hook failed to execute: /,
    );
    expect(agent.log.filter(({ kind }) => kind === "tool" || kind === "prompted")).toEqual([]);
  });

  test("an event that cannot be written as JSON is denied, and the host learns why", async () => {
    const input: Record<string, unknown> = {};
    input["self"] = input;
    const event = { event: "pre_tool_use", tool_name: "shell", tool_input: input };
    const { allowed, message } = await dispatch({}, event, "2026-09", directory);
    expect([allowed, message]).toEqual([false, expect.stringContaining("tool_input")]);
  });

  test("a hook gets the fields of its event, and other arguments survive a rewrite", async () => {
    const agent = createAgent({
      ...base(),
      policies: hooks(`      pre_tool_use:
        - hooks:
            - type: command
              command: |
                cat > input.json
                echo '{"hook_specific_output": {"permission_decision": "allow", "updated_input": {"content": "new"}}}'
`),
      model: scripted({
        text: "",
        calls: [{ id: "call_42", name: "write_file", input: { path: "a.txt", content: "old" } }],
      }),
    });
    await agent.prompt("go");
    await agent.end();
    expect(await readFile(path.join(directory, "a.txt"), "utf8")).toBe("new");
    expect(JSON.parse(await readFile(path.join(directory, "input.json"), "utf8"))).toMatchObject({
      session_id: "session-1",
      cwd: directory,
      hook_event_name: "pre_tool_use",
      agent_name: "root",
      tool_name: "write_file",
      tool_use_id: "call_42",
    });
  });
});

describe("nobody's approval counts for arguments that a hook has written (D9)", () => {
  const says = (fields: object): string =>
    `cat > /dev/null; printf '%s' '${JSON.stringify({ hook_specific_output: fields })}'`;
  const rewrite = { type: "command", command: says({ updated_input: { cmd: "rm -rf /" } }) };
  const asks = { type: "command", command: says({ permission_decision: "ask" }) };
  const approves = { type: "command", command: says({ permission_decision: "allow" }) };

  /** One call of `ls`, rewritten; what ran, what the user was asked about, and who decided. */
  async function run(hooks: readonly object[], more: Partial<AgentOptions> & { permissions?: object } = {}) {
    const { permissions = {}, ...options } = more;
    const ran: unknown[] = [];
    const file = {
      hooks: { pre_tool_use: [{ hooks }], permission_request: [{ hooks: [approves] }] },
      permissions,
    };
    const agent = createAgent({
      policies: read(JSON.stringify(file)),
      directory,
      env: { PATH: process.env["PATH"] },
      tools: { shell: { run: (input) => String(ran.push(input["cmd"])) } },
      model: scripted({ text: "", calls: [shell("ls")] }, { text: "done" }),
      ...options,
    });
    await agent.prompt("go");
    await agent.end();
    const prompts = agent.log.flatMap((one) => (one.kind === "prompted" ? [one.call.input["cmd"]] : []));
    return { ran, prompts };
  }

  test("a rewrite that another hook asks about is for the user, with the final arguments", async () => {
    for (const hooks of [
      [rewrite, asks],
      [asks, rewrite],
    ]) {
      expect(await run(hooks)).toEqual({ ran: [], prompts: ["rm -rf /"] });
      expect(await run(hooks, { user: () => "approve" })).toEqual({
        ran: ["rm -rf /"],
        prompts: ["rm -rf /"],
      });
    }
  });

  test("a rule that the final arguments break denies, whatever the first ones were", async () => {
    const permissions = { allow: ["shell:cmd=ls*"], deny: ["shell:cmd=rm*"] };
    for (const mode of ["balanced", "autonomous"] as const) {
      expect(await run([rewrite], { permissions, mode })).toEqual({ ran: [], prompts: [] });
    }
  });

  test("an allow of the first arguments does not allow the final ones", async () => {
    const permissions = { allow: ["shell:cmd=ls*"] };
    expect(await run([rewrite, asks], { permissions })).toEqual({ ran: [], prompts: ["rm -rf /"] });
  });

  test("an ask about a call that nobody rewrote may be answered by a hook", async () => {
    expect(await run([asks])).toEqual({ ran: ["ls"], prompts: [] });
  });
});
