import { compilePolicies, type Decision, decide } from "@gatehouse-hooks/engine";
import { HOSTS, load, VOCABULARY } from "@gatehouse-hooks/hosts";
import { describe, expect, test } from "vitest";
import { probePayload } from "../../../agents/src/init/probe-payload.js";
import { readHookAnswer } from "../../../agents/src/init/read-hook-answer.js";
import { WIRINGS } from "../../../local/src/agents/wiring.js";
import { ownConfig } from "../../../local/src/own-config/own-config.js";

const { text, ...file } = ownConfig();
const { set } = compilePolicies(load(text, file), { vocabulary: VOCABULARY });
const HOME = "/home/me";

const hostOf = (agent: string): (typeof HOSTS)[number] => {
  const host = HOSTS.find(({ name }) => name === agent);
  if (host === undefined) throw new Error(`no host ${agent}`);
  return host;
};

/** Decides a payload as the agent sends it, and reads the answer as the agent does. */
function ask(agent: string, sent: object): { readonly decision: Decision; readonly answer: string } {
  // OpenCode's plugin names the hook.
  const payload = agent === "opencode" ? { hook: "tool.execute.before", directory: HOME, ...sent } : sent;
  const { prepare, wire } = hostOf(agent);
  const prepared = prepare(payload);
  if (prepared.kind !== "event") throw new Error(JSON.stringify(prepared));
  const decision = decide(set, prepared.event);
  const spoken = wire?.speak(decision, prepared.event);
  const run = {
    exit: spoken?.exitCode ?? 0,
    stdout: spoken?.stdout ?? "",
    stderr: spoken?.stderr ?? "",
    ms: 0,
    timedOut: false,
  };
  return { decision, answer: readHookAnswer(agent, run).kind };
}

describe.each(WIRINGS.map(({ agent }) => agent).filter((agent) => hostOf(agent).wire !== undefined))(
  "%s",
  (agent) => {
    test("the settings of this agent are guarded in the words of the agent", () => {
      const { folder, userFile } = WIRINGS.find((one) => one.agent === agent) ?? { folder: "", userFile: "" };
      const path = `${HOME}/${folder}/${userFile}`;
      const denied = ask(agent, probePayload(agent, `echo '{}' > ${path}`, HOME));
      expect([denied.decision.effect, denied.answer]).toEqual(["deny", "deny"]);
      expect(denied.decision.reason).toMatch(/a person changes it/);
      const read = ask(agent, probePayload(agent, `cat ${path}`, HOME));
      expect([read.decision.effect, read.answer]).toEqual(["abstain", "nothing"]);
    });
  },
);

const PATCH = (path: string): string =>
  `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch`;
const CLAUDE = { hook_event_name: "PreToolUse", session_id: "s", cwd: HOME };
const GEMINI = { hook_event_name: "BeforeTool", session_id: "s", cwd: HOME };
const CURSOR = { hook_event_name: "preToolUse", conversation_id: "s", workspace_roots: [HOME], cwd: HOME };
const VSCODE = { hookEventName: "PreToolUse", sessionId: "s", cwd: HOME, timestamp: "2026-01-01T00:00:00Z" };

/** A call that edits a file, as each agent sends it. */
const EDITS: readonly (readonly [agent: string, edit: (path: string) => object])[] = [
  [
    "claude-code",
    (path) => ({ ...CLAUDE, tool_name: "Write", tool_input: { file_path: path, content: "x" } }),
  ],
  [
    "claude-code",
    (path) => ({
      ...CLAUDE,
      tool_name: "Edit",
      tool_input: { file_path: path, old_string: "a", new_string: "b" },
    }),
  ],
  ["codex", (path) => ({ ...CLAUDE, tool_name: "apply_patch", tool_input: { command: PATCH(path) } })],
  [
    "gemini-cli",
    (path) => ({ ...GEMINI, tool_name: "write_file", tool_input: { file_path: path, content: "x" } }),
  ],
  [
    "gemini-cli",
    (path) => ({
      ...GEMINI,
      tool_name: "replace",
      tool_input: { file_path: path, old_string: "a", new_string: "b" },
    }),
  ],
  [
    "copilot",
    (path) => ({
      sessionId: "s",
      timestamp: 1,
      cwd: HOME,
      toolName: "create",
      toolArgs: { path, file_text: "x" },
    }),
  ],
  [
    "copilot",
    (path) => ({
      sessionId: "s",
      timestamp: 1,
      cwd: HOME,
      toolName: "edit",
      toolArgs: { path, old_str: "a", new_str: "b" },
    }),
  ],
  [
    "opencode",
    (path) => ({
      input: { tool: "write", sessionID: "s", callID: "c" },
      output: { args: { filePath: path, content: "x" } },
    }),
  ],
  [
    "opencode",
    (path) => ({
      input: { tool: "patch", sessionID: "s", callID: "c" },
      output: { args: { patchText: PATCH(path) } },
    }),
  ],
  ["cursor", (path) => ({ ...CURSOR, tool_name: "Write", tool_input: { file_path: path, contents: "x" } })],
  ["cursor", (path) => ({ ...CURSOR, tool_name: "Delete", tool_input: { file_path: path } })],
  [
    "qwen-code",
    (path) => ({
      ...CLAUDE,
      tool_name: "edit",
      tool_input: { file_path: path, old_string: "a", new_string: "b" },
    }),
  ],
  ["vscode", (path) => ({ ...VSCODE, tool_name: "create_file", tool_input: { filePath: path } })],
  [
    "vscode",
    (path) => ({
      ...VSCODE,
      tool_name: "multi_replace_string_in_file",
      tool_input: { replacements: [{ filePath: "a" }, { filePath: path }] },
    }),
  ],
  ["vscode", (path) => ({ ...VSCODE, tool_name: "editFiles", tool_input: { files: ["a", path] } })],
  ["vscode", (path) => ({ ...VSCODE, tool_name: "apply_patch", tool_input: { input: PATCH(path) } })],
];

test.each(EDITS)("%s edits its work and not what guards it", (agent, edit) => {
  for (const path of [
    ".claude/settings.json",
    ".codex/hooks.json",
    ".gatehouse/trust.json",
    ".copilot/hooks/x.json",
  ])
    expect([path, ask(agent, edit(`${HOME}/${path}`)).answer]).toEqual([path, "deny"]);
  expect(ask(agent, edit(`${HOME}/work/src/settings.json`)).answer).toBe("nothing");
});

test("a shell that is typed into is denied in Codex without a person, and asked about nowhere else", () => {
  expect(ask("codex", probePayload("codex", "bash", HOME)).answer).toBe("deny");
  expect(ask("claude-code", probePayload("claude-code", "bash", HOME)).answer).toBe("nothing");
});
