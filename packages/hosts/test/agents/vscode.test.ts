import { recogniseHost } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";
import { hostOf, RECORDED, WIRED } from "./samples.js";

const CAMEL = {
  timestamp: "2026-02-09T10:30:00.000Z",
  cwd: "/w",
  sessionId: "s",
  hookEventName: "PreToolUse",
  transcript_path: "/t.json",
  tool_name: "run_in_terminal",
  tool_input: { command: "ls", explanation: "x", goal: "y", mode: "sync" },
  tool_use_id: "tool-123",
};
const { sessionId: session_id, hookEventName: hook_event_name, ...COMMON } = CAMEL;
const SNAKE = { ...COMMON, session_id, hook_event_name };

describe("a payload of VS Code is VS Code's, whoever's hook is called", () => {
  test.each<[string, object]>([
    ["a tool call", CAMEL],
    ["a tool call with underscores", SNAKE],
    ["a tool call with one name of each", { ...COMMON, session_id, hookEventName: "PreToolUse" }],
    ["a tool call with one name of each, the other way", { ...COMMON, sessionId: "s", hook_event_name }],
    ["a tool call without a transcript", { ...SNAKE, transcript_path: undefined }],
    ["what has run", { ...SNAKE, hook_event_name: "PostToolUse", tool_response: "a" }],
    ["a prompt", { ...COMMON, session_id, hook_event_name: "UserPromptSubmit", prompt: "p" }],
    ["an event of a newer version", { ...CAMEL, hookEventName: "BeforeEverything" }],
  ])("%s", (_, given) => {
    const payload = JSON.parse(JSON.stringify(given)) as unknown;
    for (const configured of WIRED)
      expect([configured.name, recogniseHost(payload, configured).host.name]).toEqual([
        configured.name,
        "vscode",
      ]);
  });

  test("no payload of another agent is", () => {
    for (const { payload } of RECORDED) expect(hostOf("vscode").wire.recognises(payload)).toBe(false);
  });
});

describe("its tools are read under the names that policies for all agents use", () => {
  test.each<[string, object, Readonly<Record<string, unknown>>]>([
    ["run_in_terminal", { command: "ls" }, { tool: "shell", command: "ls" }],
    ["create_file", { filePath: "/a", content: "x" }, { tool: "write", path: "/a", content: "x" }],
    ["replace_string_in_file", { filePath: "/a", oldString: "x" }, { tool: "edit", path: "/a" }],
    [
      "multi_replace_string_in_file",
      { replacements: [{ filePath: "/a" }, { filePath: "/b" }, { filePath: "/a" }, null] },
      { tool: "edit", paths: ["/a", "/b"] },
    ],
    ["multi_replace_string_in_file", { replacements: [{ filePath: "/a" }] }, { tool: "edit", path: "/a" }],
    ["insert_edit_into_file", { filePath: "/a", code: "x" }, { tool: "edit", path: "/a" }],
    ["edit_notebook_file", { filePath: "/a.ipynb" }, { tool: "edit", path: "/a.ipynb" }],
    ["editFiles", { files: ["/a", "/b"] }, { tool: "edit", paths: ["/a", "/b"] }],
    [
      "apply_patch",
      { input: "*** Begin Patch\n*** Delete File: a\n*** End Patch" },
      { tool: "edit", path: "a" },
    ],
    ["read_file", { filePath: "/a", startLine: 1 }, { tool: "read", path: "/a" }],
    ["create_directory", { dirPath: "/a" }, { tool: "write", path: "/a" }],
    ["list_dir", { path: "/a" }, { tool: "search", path: "/a" }],
    ["grep_search", { query: "x" }, { tool: "search", pattern: "x" }],
    ["fetch_webpage", { urls: ["https://a.example"] }, { tool: "fetch", urls: ["https://a.example"] }],
    [
      "create_and_run_task",
      { task: { command: "rm", args: ["-rf", "x"] } },
      { tool: "shell", command: "rm -rf x" },
    ],
    ["mcp_github_search", { q: "x" }, { tool: "mcp", server: "github", tool_: "search" }],
    ["mcp_git_hub_search", { q: "x" }, { tool: "mcp" }],
    ["another", { x: "y" }, { tool: "other", x: "y" }],
  ])("%s", (name, input, { tool: kind, tool_: called, ...params }) => {
    for (const fields of [
      { tool_name: name, tool_input: input },
      { tool_name: name, tool_input: JSON.stringify(input) },
      { tool_name: undefined, toolName: name, tool_input: undefined, toolInput: input },
    ]) {
      const payload = JSON.parse(JSON.stringify({ ...CAMEL, ...fields })) as unknown;
      const prepared = hostOf("vscode").prepare(payload);
      if (prepared.kind !== "event") throw new Error(prepared.issue.message);
      const wanted = called === undefined ? params : { ...params, tool: called };
      expect(prepared.event).toMatchObject({
        event: "before_tool_call",
        host: "vscode",
        sessionKey: "s",
        cwd: "/w",
        tool: { kind, name },
        params: wanted,
      });
    }
  });

  test.each([
    ["no name", { tool_name: undefined }],
    ["a list for its arguments", { tool_input: [] }],
    ["text for its arguments that is no object", { tool_input: "x" }],
  ])("a tool call with %s is refused, and that is a deny", (_, wrong) => {
    const payload = JSON.parse(JSON.stringify({ ...CAMEL, ...wrong })) as unknown;
    const host = hostOf("vscode");
    expect(host.prepare(payload).kind).toBe("refused");
    expect(host.wire.failure("why", payload)).toMatchObject({ exitCode: 2, stderr: "[gatehouse] why\n" });
  });
});
