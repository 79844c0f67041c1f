// One payload for each event of each host: recorded from a real run where there is one, else as the agent's documentation has it.
import { readdirSync } from "node:fs";
import { type Host, HOSTS, type HostWire } from "@gatehouse-hooks/hosts";
import type { JsonObject } from "@gatehouse-hooks/json";
import { rowsOf } from "../rows.js";

/** A payload that a real agent sent, and what it is. */
export interface Recorded {
  /** The profile: an agent may be run in two ways. */
  readonly agent: string;
  readonly version: string;
  readonly id: string;
  readonly payload: JsonObject;
  readonly expect: {
    readonly event: string;
    readonly tool?: string;
    readonly kind?: string;
    readonly sessionKey: string | null;
    readonly cwd: string | null;
    readonly params?: JsonObject;
    readonly prompt?: string;
  };
}

const PROFILES: Readonly<Record<string, string>> = {
  "codex-code-mode": "codex",
  "copilot-pascal": "copilot",
};

export const RECORDED: readonly Recorded[] = readdirSync(new URL("./vectors", import.meta.url))
  .toSorted()
  .flatMap((file) => rowsOf<Recorded>(`./agents/vectors/${file}`));

export type WiredHost = Host & { readonly wire: HostWire };

/** The hosts that start a process for an event. */
export const WIRED: readonly WiredHost[] = HOSTS.filter((host): host is WiredHost => host.wire !== undefined);

export function hostOf(agent: string): WiredHost {
  const name = PROFILES[agent] ?? agent;
  const host = WIRED.find((one) => one.name === name);
  if (host === undefined) throw new Error(`no host ${name}`);
  return host;
}

const CALLS: Readonly<Record<string, JsonObject>> = {
  "claude-code": { tool_name: "Bash", tool_input: { command: "ls", description: "list" } },
  codex: { tool_name: "Bash", tool_input: { command: "ls" } },
  "gemini-cli": { tool_name: "run_shell_command", tool_input: { command: "ls" } },
  copilot: { tool_name: "Bash", tool_input: { command: "ls" } },
  cursor: { tool_name: "Shell", tool_input: { command: "ls" } },
  "qwen-code": { tool_name: "run_shell_command", tool_input: { command: "ls" } },
  "docker-agent": { tool_name: "shell", tool_input: { cmd: "ls", cwd: "." } },
  vscode: { tool_name: "run_in_terminal", tool_input: { command: "ls" }, tool_use_id: "t" },
};

const COMMON: Readonly<Record<string, JsonObject>> = {
  "claude-code": { session_id: "s", transcript_path: "/t.jsonl", cwd: "/w" },
  codex: {
    session_id: "s",
    turn_id: "t",
    transcript_path: "/t",
    cwd: "/w",
    model: "m",
    permission_mode: "default",
  },
  "gemini-cli": { session_id: "s", transcript_path: "/t", cwd: "/w", timestamp: "2026-01-01T00:00:00Z" },
  copilot: { session_id: "s", cwd: "/w", timestamp: "2026-01-01T00:00:00Z" },
  cursor: { conversation_id: "s", generation_id: "g", cursor_version: "3", workspace_roots: ["/w"] },
  "qwen-code": { session_id: "s", cwd: "/w", timestamp: "2026-01-01T00:00:00Z", permission_mode: "default" },
  "docker-agent": { session_id: "s", cwd: "/w", agent_name: "root" },
  vscode: { sessionId: "s", cwd: "/w", timestamp: "2026-01-01T00:00:00Z", transcript_path: "/t.json" },
};

const OWN: Readonly<Record<string, JsonObject>> = {
  beforeShellExecution: { command: "ls", cwd: "/w" },
  afterShellExecution: { command: "ls", output: "a", duration: 1 },
  beforeMCPExecution: { tool_name: "touch", tool_input: '{"name":"a"}', url: "http://localhost" },
  afterMCPExecution: { tool_name: "touch", tool_input: '{"name":"a"}', result_json: "{}" },
  beforeReadFile: { file_path: "/w/a", content: "a" },
  beforeTabFileRead: { file_path: "/w/a", content: "a" },
  afterFileEdit: { file_path: "/w/a", edits: [] },
  afterTabFileEdit: { file_path: "/w/a", edits: [] },
};

/** Copilot's payloads in camel case do not say which event they are. */
const UNNAMED: Readonly<Record<string, JsonObject>> = {
  subagentStart: { agentName: "explore" },
  subagentStop: { agentName: "explore", response: "done", stopReason: "end_turn" },
  preCompact: { trigger: "auto", customInstructions: "" },
};

function written(host: WiredHost, event: string): JsonObject {
  const unnamed = host.name === "copilot" ? UNNAMED[event] : undefined;
  if (unnamed !== undefined)
    return { sessionId: "s", timestamp: 1, cwd: "/w", transcriptPath: "/t", ...unnamed };
  if (host.name === "opencode") {
    const bus = /^(?:session|permission\.)/.test(event) && event !== "permission.ask";
    return bus
      ? { hook: "event", input: { type: event, properties: { sessionID: "s" } }, output: {}, directory: "/w" }
      : { hook: event, input: { sessionID: "s" }, output: {}, directory: "/w" };
  }
  const row = host.events.find(({ name }) => name === event);
  return {
    ...COMMON[host.name],
    [host.name === "vscode" ? "hookEventName" : "hook_event_name"]: event,
    ...(row?.tool === undefined ? {} : CALLS[host.name]),
    ...(row?.canonical === "prompt" ? { prompt: "hello" } : {}),
    ...OWN[event],
  };
}

/** A payload of the event, the recorded one where there is one. */
export function sampleOf(host: WiredHost, event: string): JsonObject {
  const of = RECORDED.filter(
    ({ agent, payload }) => hostOf(agent) === host && host.wire.nameOf(payload) === event,
  );
  const shell = of.find(({ expect }) => expect.kind === "shell");
  return (shell ?? of[0])?.payload ?? written(host, event);
}
