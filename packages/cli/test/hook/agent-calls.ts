/** A shell command as each agent's hook is told of it. */
export interface AgentCall {
  readonly agent: string;
  /** The variable that this agent names the project with, where it has one. */
  readonly variable?: string;
  readonly payload: (command: string, cwd: string) => object;
}

const CLAUDE_LIKE = { hook_event_name: "PreToolUse", tool_use_id: "t1", permission_mode: "default" };

export const AGENT_CALLS: readonly AgentCall[] = [
  {
    agent: "claude-code",
    variable: "CLAUDE_PROJECT_DIR",
    payload: (command, cwd) => ({
      ...CLAUDE_LIKE,
      session_id: "s1",
      transcript_path: "/t.jsonl",
      cwd,
      tool_name: "Bash",
      tool_input: { command },
    }),
  },
  {
    agent: "codex",
    payload: (command, cwd) => ({
      ...CLAUDE_LIKE,
      session_id: "s1",
      turn_id: "t",
      model: "m",
      cwd,
      tool_name: "Bash",
      tool_input: { command },
    }),
  },
  {
    agent: "copilot",
    payload: (command, cwd) => ({
      sessionId: "s1",
      timestamp: 1,
      cwd,
      toolName: "bash",
      toolArgs: { command },
    }),
  },
  {
    agent: "cursor",
    variable: "CURSOR_PROJECT_DIR",
    payload: (command, cwd) => ({
      conversation_id: "c",
      generation_id: "g",
      cursor_version: "2.4",
      hook_event_name: "beforeShellExecution",
      command,
      cwd,
    }),
  },
  {
    agent: "gemini-cli",
    variable: "GEMINI_PROJECT_DIR",
    payload: (command, cwd) => ({
      session_id: "s1",
      transcript_path: "/t",
      cwd,
      timestamp: "2026-01-01T00:00:00Z",
      hook_event_name: "BeforeTool",
      tool_name: "run_shell_command",
      tool_input: { command },
    }),
  },
  {
    agent: "qwen-code",
    payload: (command, cwd) => ({
      ...CLAUDE_LIKE,
      session_id: "s1",
      cwd,
      timestamp: "2026-01-01T00:00:00Z",
      tool_name: "run_shell_command",
      tool_input: { command },
    }),
  },
  {
    agent: "docker-agent",
    payload: (command, cwd) => ({
      session_id: "s1",
      cwd,
      hook_event_name: "pre_tool_use",
      agent_name: "root",
      tool_name: "shell",
      tool_use_id: "t1",
      tool_input: { cmd: command, cwd: "." },
    }),
  },
  {
    agent: "opencode",
    payload: (command, cwd) => ({
      hook: "tool.execute.before",
      input: { tool: "bash", sessionID: "s1", callID: "c" },
      output: { args: { command } },
      directory: cwd,
    }),
  },
];

/** The call of one agent. */
export function callOf(agent: string): AgentCall {
  const found = AGENT_CALLS.find((one) => one.agent === agent);
  if (found === undefined) throw new Error(`no calls of ${agent}`);
  return found;
}
