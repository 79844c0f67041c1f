import type { JsonObject } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";
import {
  hookedCalls,
  SESSION_FORMATS,
  type SessionCall,
  sessionCallKey,
  sessionFormatOf,
} from "../../src/sessions/index.js";

/** The calls of records, which are of an agent. */
function read(agent: string, records: readonly JsonObject[]): readonly SessionCall[] {
  const format = SESSION_FORMATS.find((one) => one.agent === agent);
  if (format === undefined) throw new Error(`no format of ${agent}`);
  const reading = format.read();
  return [...records.flatMap((record, at) => reading.record(record, at + 1)), ...reading.end()];
}

const claudeFrame = { sessionId: "s", cwd: "/shop", uuid: "u", parentUuid: null, version: "2.1.330" };

function claudeCall(id: string, more: JsonObject = {}, name = "Bash"): JsonObject {
  const input = name === "Bash" ? { command: `echo ${id}` } : { file_path: "/shop/a" };
  return {
    ...claudeFrame,
    type: "assistant",
    timestamp: "2026-11-22T10:00:00.000Z",
    message: { id: "msg", content: [{ type: "tool_use", id, name, input }] },
    ...more,
  };
}

function claudeResult(id: string, content: string, more: JsonObject = {}): JsonObject {
  return {
    ...claudeFrame,
    type: "user",
    message: { content: [{ type: "tool_result", tool_use_id: id, content, is_error: true }] },
    ...more,
  };
}

describe("Claude Code", () => {
  const ends = (...records: readonly JsonObject[]): readonly unknown[] =>
    read("claude-code", [claudeCall("toolu_1"), ...records]).map(({ outcome, by, person, exit, actual }) => [
      outcome,
      by,
      person,
      exit,
      actual,
    ]);

  test.each([
    ["PreToolUse:Bash hook error: no", ["denied", "hook", undefined, undefined, undefined]],
    [
      "Permission to use Bash with command x has been denied.",
      ["denied", "native", undefined, undefined, undefined],
    ],
    [
      "Claude requested permissions to use Bash, but you haven't granted it yet.",
      ["denied", "native", undefined, undefined, undefined],
    ],
    [
      "The user doesn't want to proceed with this tool use. The",
      ["denied", "native", "refused", undefined, undefined],
    ],
    [
      "Exit code 7\nPreToolUse:Bash hook error: printed by the command",
      ["failed", null, undefined, 7, undefined],
    ],
    [
      "<tool_use_error>String to replace not found</tool_use_error>",
      ["failed", null, undefined, undefined, undefined],
    ],
    ["what no version has written", ["unknown", null, undefined, undefined, undefined]],
  ])("older records have the text only: %s", (text, end) => {
    expect(ends(claudeResult("toolu_1", text))).toEqual([end]);
  });

  test("what the record says of the permission comes before what the text says", () => {
    const permissionDecision = { decision: "accept", source: "config" };
    expect(
      ends(claudeResult("toolu_1", "PreToolUse:Bash hook error: a file's text", { permissionDecision })),
    ).toEqual([["failed", null, undefined, undefined, undefined]]);
  });

  test("a refusal before it ran stays one, whatever the next record says", () => {
    const refused = claudeResult("toolu_1", "The user doesn't want to proceed with this tool use.", {
      toolDenialKind: "user-rejected",
    });
    const interrupted = {
      ...claudeFrame,
      type: "user",
      interruptedMessageId: "msg",
      message: { content: [] },
    };
    expect(ends({ ...refused, toolDenialBeforeRun: true }, interrupted)[0]).toEqual([
      "denied",
      "native",
      "refused",
      undefined,
      undefined,
    ]);
    expect(ends(refused, interrupted)[0]).toEqual(["failed", null, "allowed", undefined, undefined]);
    expect(ends(refused, { ...interrupted, interruptedMessageId: "another" })[0]?.toString()).toBe(
      "denied,native,refused,,",
    );
    expect(ends(refused)[0]?.toString()).toBe("denied,native,refused,,");
  });

  test("a hook that gives back the same arguments has rewritten nothing, and a denied call stays denied", () => {
    const answer = (command: string): JsonObject => ({
      ...claudeFrame,
      type: "attachment",
      attachment: {
        type: "hook_success",
        hookEvent: "PreToolUse",
        toolUseID: "toolu_1",
        stdout: JSON.stringify({ hookSpecificOutput: { updatedInput: { command } } }),
      },
    });
    const done = claudeResult("toolu_1", "ok");
    const ok = {
      ...done,
      message: { content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] },
    };
    expect(ends(answer("echo toolu_1"), ok)).toEqual([["ran", null, undefined, 0, undefined]]);
    expect(ends(answer("echo 2"), ok)).toEqual([["rewritten", "hook", undefined, 0, { command: "echo 2" }]]);
    expect(ends(answer("echo 2"), claudeResult("toolu_1", "PreToolUse:Bash hook error: no"))[0]).toEqual([
      "denied",
      "hook",
      undefined,
      undefined,
      undefined,
    ]);
  });
});

const codexMeta: JsonObject = {
  type: "session_meta",
  timestamp: "2026-11-22T10:00:00Z",
  payload: { id: "thread", cwd: "/shop", cli_version: "0.169.0" },
};
const never: JsonObject = { type: "turn_context", payload: { cwd: "/shop", approval_policy: "never" } };
const codexItem = (payload: JsonObject): JsonObject => ({
  type: "response_item",
  timestamp: "2026-11-22T10:00:01Z",
  payload,
});
const script = (input: string, id = "call_1"): JsonObject =>
  codexItem({ type: "custom_tool_call", name: "exec", namespace: "functions", call_id: id, input });
const output = (text: string, id = "call_1"): JsonObject =>
  codexItem({ type: "custom_tool_call_output", call_id: id, output: text });
const ran = (command: string, id: string, exit = 0): JsonObject => ({
  type: "event_msg",
  payload: {
    type: "item_completed",
    item: {
      type: "CommandExecution",
      id,
      command: ["/bin/bash", "-lc", command],
      status: exit === 0 ? "completed" : "failed",
      exit_code: exit,
    },
  },
});

describe("Codex", () => {
  const inner = (...records: readonly JsonObject[]): readonly unknown[] =>
    read("codex", [codexMeta, never, ...records]).flatMap((call) =>
      hookedCalls(call).map(({ params, outcome, by, exit }) => [
        typeof params === "string" ? params : params["cmd"],
        outcome,
        by,
        exit,
      ]),
    );

  test("a script's commands are its own, in the order of the script, and hooks are asked about each", () => {
    const text =
      "const r = await Promise.all([tools.exec_command({ cmd: 'ls' }), tools.exec_command({cmd: `rm x`})]);";
    const calls = read("codex", [
      codexMeta,
      never,
      script(text),
      ran("rm x", "exec-2", 1),
      ran("ls", "exec-1"),
      output("Script completed\n"),
    ]);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ tool: "exec", outcome: "failed", by: null });
    expect(
      calls[0]?.inner?.map(({ event, outcome, id }) => [event["toolName"], event["params"], outcome, id]),
    ).toEqual([
      ["Bash", { command: "ls" }, "ran", "call_1/1"],
      ["Bash", { command: "rm x" }, "failed", "call_1/2"],
    ]);
  });

  test("of a script that fails, the call that its error names was denied, and those behind it were perhaps not reached", () => {
    const text =
      'await tools.exec_command({"cmd":"a"}); await tools.exec_command({"cmd":"b"}); await tools.exec_command({"cmd":"c"});';
    const error =
      "Script failed\nOutput:\nScript error:\nCommand blocked by PreToolUse hook: no: b. Command: b";
    expect(inner(script(text), ran("a", "exec-1"), output(error))).toEqual([
      ["a", "ran", null, 0],
      ["b", "denied", "hook", undefined],
      ["c", "unknown", null, undefined],
    ]);
  });

  test("arguments are read in every form of a literal", () => {
    const text = [
      "tools.exec_command({ \"cmd\": 'a\\'b' });",
      'tools.exec_command({cmd: `c "d"\\n\\`e\\` \\${f}`,});',
      'tools.exec_command({ cmd: "x" + y }); tools.exec_command({ cmd: `${x}` });',
      'tools.other(); tools.exec_command({ cmd: "(" })',
    ].join("\n");
    expect(
      read("codex", [codexMeta, never, script(text)])[0]?.inner?.map(({ tool, params }) => [tool, params]),
    ).toEqual([
      ["exec_command", { cmd: "a'b" }],
      ["exec_command", { cmd: 'c "d"\n`e` ${f}' }],
      ["other", {}],
      ["exec_command", { cmd: "(" }],
    ]);
  });

  test("a command that is computed is known by what was carried out", () => {
    expect(
      inner(
        script("await tools.exec_command({ cmd: name })"),
        ran("git push", "exec-1", 2),
        output("Script completed\n"),
      ),
    ).toEqual([["git push", "failed", null, 2]]);
    expect(inner(script("text(1 + 1)"), output("Script completed\n"))).toEqual([]);
    expect(
      inner(script("await tools.exec_command({ cmd: `a ${b}` })"), output("Script running with cell 1")),
    ).toEqual([]);
  });

  test("what was carried out lies between two scripts that run at once: each takes its own", () => {
    const records = [
      script('tools.exec_command({"cmd":"a"})', "call_1"),
      script('tools.exec_command({"cmd":"b"})', "call_2"),
      ran("b", "exec-1", 1),
      ran("a2", "exec-2"),
      output("Script completed\n", "call_2"),
      output("Script completed\n", "call_1"),
    ];
    expect(
      read("codex", [codexMeta, never, ...records]).map(({ id, outcome, actual }) => [id, outcome, actual]),
    ).toEqual([
      ["call_1", "rewritten", { cmd: "a2" }],
      ["call_2", "failed", undefined],
    ]);
  });

  test("a denial that quotes a command that looks like an output is a denial", () => {
    const command = "x\nProcess exited with code 0\nOutput:\n";
    const call = codexItem({
      type: "function_call",
      name: "exec_command",
      call_id: "call_1",
      arguments: JSON.stringify({ cmd: command }),
    });
    const denied = codexItem({
      type: "function_call_output",
      call_id: "call_1",
      output: `Command blocked by PreToolUse hook: no. Command: ${command}`,
    });
    expect(read("codex", [codexMeta, never, call, denied])[0]).toMatchObject({
      outcome: "denied",
      by: "hook",
    });
  });

  test("a command that runs on has run, and its end is taken when it comes", () => {
    const call = codexItem({
      type: "function_call",
      name: "exec_command",
      call_id: "call_1",
      arguments: '{"cmd":"sleep 9"}',
    });
    const going = codexItem({
      type: "function_call_output",
      call_id: "call_1",
      output: "Chunk ID: 1\nProcess running with session ID 7\nOutput:\n",
    });
    expect(read("codex", [codexMeta, never, call, going])[0]).toMatchObject({
      outcome: "ran",
      lost: ["exit", "actual"],
    });
    expect(read("codex", [codexMeta, never, call, going, ran("sleep 9", "call_1", 3)])[0]).toMatchObject({
      outcome: "failed",
      exit: 3,
      lost: [],
    });
  });

  test("where a person could have been asked, that none was is not known", () => {
    const call = codexItem({
      type: "function_call",
      name: "exec_command",
      call_id: "call_1",
      arguments: '{"cmd":"ls"}',
    });
    expect(
      read("codex", [
        codexMeta,
        call,
        ran("ls", "call_1"),
        output("Process exited with code 0\nOutput:\n"),
      ])[0]?.lost,
    ).toEqual(["person"]);
  });
});

describe("Gemini CLI", () => {
  const header: JsonObject = {
    sessionId: "s",
    projectHash: "h",
    startTime: "2026-11-22T10:00:00.000Z",
    kind: "main",
  };
  const message = (response: JsonObject, status: string, more: JsonObject = {}): JsonObject => ({
    id: "m",
    type: "gemini",
    timestamp: "2026-11-22T10:00:00.000Z",
    toolCalls: [
      {
        id: "c1",
        name: "run_shell_command",
        args: { command: "x" },
        status,
        result: [{ functionResponse: { response } }],
        ...more,
      },
    ],
  });

  test.each([
    ["Output: Exit Code: 5\nProcess Group PGID: 1\n</untrusted_context>", "ran", 0],
    ["Output: x\nExit Code: 5\nSignal: 9\nProcess Group PGID: 1\n</untrusted_context>", "failed", 5],
    ["Output: x\nExit Code: 5\nmore", "ran", 0],
  ])("the exit code is behind the output: %j", (text, outcome, exit) => {
    expect(read("gemini-cli", [header, message({ output: text }, "success")])[0]).toMatchObject({
      outcome,
      exit,
    });
  });

  test("the last state of a message counts, and a call that has not ended is unknown", () => {
    const calls = read("gemini-cli", [
      header,
      message({}, "executing"),
      message({ output: "ok" }, "success"),
    ]);
    expect(calls.map(({ outcome, line }) => [outcome, line])).toEqual([["ran", 3]]);
    expect(read("gemini-cli", [header, message({}, "executing")])[0]).toMatchObject({
      outcome: "unknown",
      lost: ["outcome", "by"],
    });
  });

  test("a tool of a server is known by its display name", () => {
    const calls = read("gemini-cli", [
      header,
      message({ output: "ok" }, "success", { name: "mcp_a_b_c", displayName: "c (a_b MCP Server)" }),
    ]);
    expect(calls[0]).toMatchObject({ kind: "mcp", event: { params: { server: "a_b", tool: "c" } } });
  });
});

test("a sub-agent of Qwen Code is told of by the file of its parent only", () => {
  const frame = {
    sessionId: "s",
    uuid: "u",
    timestamp: "2026-11-22T10:00:00.000Z",
    isSidechain: true,
    agentId: "a",
  };
  const records: readonly JsonObject[] = [
    {
      ...frame,
      type: "assistant",
      message: { parts: [{ functionCall: { id: "call_1", name: "write_file", args: {} } }] },
    },
    {
      ...frame,
      type: "tool_result",
      toolCallResult: { callId: "call_1" },
      message: { parts: [{ functionResponse: { id: "call_1", response: { error: "not here" } } }] },
    },
  ];
  const told: JsonObject = {
    type: "system",
    subtype: "ui_telemetry",
    systemPayload: {
      uiEvent: {
        "event.name": "qwen-code.tool_call",
        call_id: "call_1",
        status: "error",
        execution_status: "not_started",
        error_type: "execution_denied",
      },
    },
  };
  const format = SESSION_FORMATS.find(({ agent }) => agent === "qwen-code");
  const outcomes = [[], [told]].map((beside) => {
    const reading = format?.read({ beside });
    return records.flatMap((record) => reading?.record(record) ?? []).map(({ outcome, by }) => [outcome, by]);
  });
  expect(outcomes).toEqual([[["unknown", null]], [["denied", "hook"]]]);
  expect(format?.beside?.("/p/subagents/s/agent-a.jsonl").map(({ path }) => path)).toEqual([
    "agent-a.meta.json",
    "../../chats/s.jsonl",
  ]);
});

test("several commands of one call of Cline are one text", () => {
  const document: JsonObject = {
    version: 1,
    sessionId: "s",
    messages: [
      {
        ts: 1,
        content: [
          { type: "tool_use", id: "call_1", name: "run_commands", input: { commands: ["ls", "rm x"] } },
        ],
      },
      {
        content: [
          {
            type: "tool_result",
            tool_use_id: "call_1",
            content: [
              { query: "ls", success: true },
              { query: "rm x", success: false, error: "Command exited with code 2" },
            ],
          },
        ],
      },
    ],
  };
  expect(read("cline", [document])).toMatchObject([
    { outcome: "failed", exit: 2, event: { toolName: "run_commands", params: { command: "ls\nrm x" } } },
  ]);
});

describe("the same call", () => {
  const key = (id: string, session: string, at: number): string =>
    sessionCallKey({ agent: "a", id, session, at });

  test("has one key in all sessions where its id is random", () => {
    expect(key("toolu_01qHKWJ08mxjkHIaJrcxcrJc", "s", 1)).toBe(key("toolu_01qHKWJ08mxjkHIaJrcxcrJc", "t", 2));
    expect(key("call_0", "s", 1)).not.toBe(key("call_0", "t", 1));
    expect(key("functions.bash:3", "s", 1)).not.toBe(key("functions.bash:3", "s", 2));
  });

  test("is found once in a file, and counted ids are other calls", () => {
    const twice = [
      claudeCall("toolu_01qHKWJ08mxjkHIaJrcxcrJc"),
      claudeCall("toolu_01qHKWJ08mxjkHIaJrcxcrJc"),
    ];
    expect(read("claude-code", twice)).toHaveLength(1);
    const later = { timestamp: "2026-11-22T10:00:09.000Z" };
    const counted = read("claude-code", [
      claudeCall("call_0"),
      claudeResult("call_0", "Exit code 1"),
      claudeCall("call_0", later),
      claudeResult("call_0", "Exit code 2"),
    ]);
    expect(counted.map(({ exit }) => exit)).toEqual([1, 2]);
  });
});

test("a format is told by the first records, also where the first are about the session only", () => {
  const meta = { type: "mode", mode: "normal", sessionId: "s" };
  expect(sessionFormatOf([meta])?.agent).toBe("claude-code");
  expect(sessionFormatOf([...Array.from({ length: 20 }, () => meta), claudeCall("toolu_1")])?.agent).toBe(
    "claude-code",
  );
  expect(sessionFormatOf([{ type: "of a later version", sessionId: "s" }, meta])?.agent).toBe("claude-code");
  expect(sessionFormatOf([codexMeta])?.agent).toBe("codex");
  for (const head of [
    [],
    [{}],
    [{ event: "before_tool_call" }],
    [{ type: "session" }],
    [{ messages: [] }],
    [{ uuid: "u", sessionId: "s" }],
    [{ type: "x", sessionId: "s" }],
  ])
    expect(sessionFormatOf(head)).toBeUndefined();
});
