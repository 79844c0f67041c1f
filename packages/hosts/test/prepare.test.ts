import { condition } from "@gatehouse-hooks/condition";
import { compilePolicies, decide, type Event, knowsEvent } from "@gatehouse-hooks/engine";
import { type Host, HOSTS, load, loadAll, VOCABULARY } from "@gatehouse-hooks/hosts";
import { preparePayload } from "../src/prepare/prepare-payload.js";
import { describe, expect, test } from "vitest";

/** The payloads of one act, in the words of each host. */
const PAYLOADS: Readonly<Record<string, unknown>> = {
  gatehouse: {
    event: "before_tool_call",
    toolName: "sh",
    params: { command: "rm -rf /" },
    sessionKey: "s",
  },
  mayros: { event: "before_tool_call", toolName: "exec", params: { command: "rm -rf /" }, sessionKey: "s" },
  "docker-agent": {
    hook_event_name: "pre_tool_use",
    session_id: "s",
    tool_name: "shell",
    tool_input: { cmd: "rm -rf /", cwd: "." },
  },
  mimir: { event: "pre-bash-execution", conversation_id: "s", bash_command: "rm -rf /", working_dir: "/w" },
  "claude-code": {
    hook_event_name: "PreToolUse",
    session_id: "s",
    cwd: "/w",
    tool_name: "Bash",
    tool_input: { command: "rm -rf /" },
  },
  codex: {
    hook_event_name: "PreToolUse",
    session_id: "s",
    turn_id: "t",
    model: "m",
    permission_mode: "default",
    tool_name: "Bash",
    tool_input: { command: "rm -rf /" },
  },
  "gemini-cli": {
    hook_event_name: "BeforeTool",
    session_id: "s",
    timestamp: "2026-01-01T00:00:00Z",
    tool_name: "run_shell_command",
    tool_input: { command: "rm -rf /" },
  },
  copilot: { sessionId: "s", timestamp: 1, cwd: "/w", toolName: "bash", toolArgs: { command: "rm -rf /" } },
  opencode: {
    hook: "tool.execute.before",
    input: { tool: "bash", sessionID: "s", callID: "c" },
    output: { args: { command: "rm -rf /" } },
  },
  cursor: {
    hook_event_name: "beforeShellExecution",
    conversation_id: "s",
    workspace_roots: ["/w"],
    command: "rm -rf /",
    cwd: "",
  },
  "qwen-code": {
    hook_event_name: "PreToolUse",
    session_id: "s",
    permission_mode: "default",
    tool_name: "run_shell_command",
    tool_input: { command: "rm -rf /" },
  },
  vscode: {
    hookEventName: "PreToolUse",
    sessionId: "s",
    timestamp: "2026-01-01T00:00:00Z",
    cwd: "/w",
    transcript_path: "/t.json",
    tool_name: "run_in_terminal",
    tool_input: { command: "rm -rf /", explanation: "x" },
    tool_use_id: "t",
  },
};

function hostOf(name: string): Host {
  const host = HOSTS.find((one) => one.name === name);
  if (host === undefined) throw new Error(`no host ${name}`);
  return host;
}

function prepared(host: Host, payload: unknown): Event {
  const result = host.prepare(payload);
  if (result.kind === "refused") throw new Error(result.issue.message);
  return result.event;
}

const { set } = compilePolicies(
  loadAll([
    {
      path: "guard.yaml",
      text: `
version: 1
policies:
  - id: no-rm
    events: before_tool_call
    when: 'params.command.includes("rm -rf")'
    deny: no
`,
    },
  ]),
);

describe("a native policy is written once for all hosts", () => {
  test.each(HOSTS.map(({ name }) => name))("%s", (name) => {
    const event = prepared(hostOf(name), PAYLOADS[name]);
    expect(event).toMatchObject({ event: "before_tool_call", sessionKey: "s" });
    expect(event["params"]).toMatchObject({ command: "rm -rf /" });
    // Our own events are canonical as they come.
    if (name === "gatehouse") expect(event).toEqual(PAYLOADS[name]);
    else expect(event).toMatchObject({ host: name, raw: PAYLOADS[name] });
    expect(decide(set, event)).toMatchObject({ effect: "deny", policy: "no-rm" });
  });

  test("every host has a payload here", () => {
    expect(Object.keys(PAYLOADS).toSorted()).toEqual(HOSTS.map(({ name }) => name).toSorted());
  });

  test("kinds of tools are the same everywhere, and the host keeps its own name", () => {
    const kinds = ["mayros", "docker-agent", "mimir", "claude-code"].map((name) => {
      const { tool, toolName } = prepared(hostOf(name), PAYLOADS[name]);
      return [tool, toolName];
    });
    expect(kinds).toEqual([
      [{ kind: "shell", name: "exec" }, "exec"],
      [{ kind: "shell", name: "shell" }, "shell"],
      [{ kind: "shell", name: "bash" }, "bash"],
      [{ kind: "shell", name: "Bash" }, "Bash"],
    ]);
  });
});

describe("what a payload does not say is not made up", () => {
  const { prepare } = hostOf("claude-code");

  test.each([
    ["a string", "PreToolUse"],
    ["a list", []],
    ["no event", { tool_name: "Bash" }],
    ["an event that is not a string", { hook_event_name: 1 }],
    ["a call without a tool", { hook_event_name: "PreToolUse", tool_input: {} }],
    ["a tool that is not a string", { hook_event_name: "PreToolUse", tool_name: {}, tool_input: {} }],
    ["arguments that are a list", { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: [] }],
    ["arguments that are not JSON", { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: "rm" }],
  ])("%s is refused", (_, payload) => {
    expect(prepare(payload).kind).toBe("refused");
  });

  test("an event of no canonical kind keeps its name", () => {
    expect(prepared(hostOf("claude-code"), { hook_event_name: "Notification" })).toMatchObject({
      event: "Notification",
      host: "claude-code",
    });
  });

  test("what a payload claims to be canonical does not count", () => {
    const event = prepared(hostOf("docker-agent"), {
      hook_event_name: "pre_tool_use",
      tool_name: "shell",
      tool_input: { cmd: "rm -rf /", command: "ls" },
      tool: { kind: "read", name: "read_file" },
      host: "gatehouse",
      params: { command: "ls" },
      toolName: "read_file",
    });
    expect(event).toMatchObject({ host: "docker-agent", tool: { kind: "shell" }, toolName: "shell" });
    expect(event["params"]).toMatchObject({ command: "rm -rf /" });
  });

  test("arguments that are JSON text are read, once", () => {
    const event = prepared(hostOf("claude-code"), {
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: '{"command":"ls"}',
    });
    expect(event["params"]).toEqual({ command: "ls" });
  });

  test.each([
    ["mcp__github__create_issue", { server: "github", tool: "create_issue" }],
    ["mcp__a__b__c", { server: "a", tool: "b__c" }],
  ])("%s is a tool of an MCP server", (name, params) => {
    const event = prepared(hostOf("claude-code"), {
      hook_event_name: "PreToolUse",
      tool_name: name,
      tool_input: { title: "x" },
    });
    expect(event["tool"]).toEqual({ kind: "mcp", name });
    expect(event["params"]).toEqual({ title: "x", ...params });
  });
});

test("a rewrite goes back into the fields that the host has", () => {
  const rewriting = compilePolicies(
    [
      {
        id: "dry",
        events: ["before_tool_call"],
        condition: condition('tool.kind == "write"').condition,
        handler: { kind: "static", verdict: "approve", reason: "", updatedInput: { path: "/tmp/x" } },
      },
    ],
    { vocabulary: VOCABULARY },
  ).set;
  const host = hostOf("claude-code");
  const event = prepared(host, {
    hook_event_name: "PreToolUse",
    tool_name: "Write",
    tool_input: { file_path: "/etc/x", content: "a" },
  });
  expect(host.speak(decide(rewriting, event), event)).toEqual({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      updatedInput: { file_path: "/tmp/x", content: "a" },
    },
  });
});

test("adding an agent is a folder and a line in the list", () => {
  const events = [
    { name: "tool.start", canonical: "before_tool_call", gates: true, input: null, context: false },
    { name: "tool.done", canonical: "after_tool_call", gates: false, input: null, context: false },
  ].map((row) => ({ ...row, tool: { name: "t", input: "a" } }));
  const tools = [{ name: "run", kind: "shell", params: { command: ["line"] } }] as const;
  const sessionKeys = ["sid"];
  const acme: Host = {
    name: "acme",
    title: "Acme",
    events,
    tools,
    sessionKeys,
    files: {
      endings: [".acme"],
      read: ({ source, tier, order }) => ({
        policies: source.text
          .split("\n")
          .filter((line) => line !== "")
          .map((line, n) => ({
            id: line,
            tier,
            order: order + n,
            events: ["before_tool_call"],
            condition: condition(`params.command.includes("${line}")`).condition,
            handler: { kind: "static", verdict: "deny", reason: line },
          })),
      }),
    },
    prepare: (payload) =>
      preparePayload(payload, { host: "acme", nameKeys: ["type"], events, tools, sessionKeys }),
    speak: ({ effect }) => (effect === "deny" ? "stop" : "go"),
  };
  const hosts = [...HOSTS, acme];
  const loaded = load("dd\n", { path: "guards.acme", hosts });
  expect(loaded.issues).toEqual([]);
  const event = prepared(acme, { type: "tool.start", t: "run", a: { line: "dd if=/dev/zero" }, sid: "1" });
  expect(event).toMatchObject({ tool: { kind: "shell", name: "run" }, sessionKey: "1" });
  expect(acme.speak(decide(compilePolicies(loaded).set, event), event)).toBe("stop");
  // Its names are known wherever its files are read.
  expect(knowsEvent(compilePolicies(loaded).set, "tool.done")).toBe(true);
  const all = loadAll([{ path: "guards.acme", text: "dd\n" }], { hosts });
  expect(knowsEvent(compilePolicies(all).set, "tool.done")).toBe(true);
  expect(knowsEvent(compilePolicies(loadAll([])).set, "tool.done")).toBe(false);
  expect(load("dd\n", { path: "guards.acme" }).issues).toMatchObject([{ code: "unknown-format" }]);
});
