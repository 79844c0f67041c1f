import { join } from "node:path";

/** A shell command that every Gatehouse denies, and that does no harm if it runs: it would make a file in Gatehouse's folder. */
export function deniedCommand(home: string): string {
  return `touch ${join(home, ".gatehouse", "state", "probe")}`;
}

/** A shell command that no policy has a reason to deny. */
export const HARMLESS_COMMAND = "true";

const SESSION = "gatehouse-probe";

/** What an agent sends before it runs a shell command: its recorded payload, with this command. */
export function probePayload(agent: string, command: string, cwd: string): Readonly<Record<string, unknown>> {
  const claude = {
    session_id: SESSION,
    transcript_path: null,
    cwd,
    hook_event_name: "PreToolUse",
    permission_mode: "default",
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: SESSION,
  };
  switch (agent) {
    case "codex":
      return { ...claude, turn_id: SESSION, model: "probe" };
    case "gemini-cli":
      return {
        session_id: SESSION,
        transcript_path: "",
        cwd,
        hook_event_name: "BeforeTool",
        timestamp: "2026-01-01T00:00:00.000Z",
        tool_name: "run_shell_command",
        tool_input: { command },
      };
    case "qwen-code":
      return { ...claude, tool_name: "run_shell_command", tool_input: { command, is_background: false } };
    case "copilot":
      return {
        sessionId: SESSION,
        timestamp: 1_767_225_600_000,
        cwd,
        toolName: "bash",
        toolArgs: { command },
      };
    case "cursor":
      return {
        hook_event_name: "preToolUse",
        conversation_id: SESSION,
        generation_id: SESSION,
        cursor_version: "probe",
        workspace_roots: [cwd],
        tool_name: "Shell",
        tool_input: { command, cwd },
        tool_use_id: SESSION,
        cwd,
      };
    case "opencode":
      return {
        input: { tool: "bash", sessionID: SESSION, callID: SESSION },
        output: { args: { command, description: "probe" } },
      };
    case "docker-agent":
      return {
        session_id: SESSION,
        cwd,
        hook_event_name: "pre_tool_use",
        tool_name: "shell",
        tool_use_id: SESSION,
        tool_input: { cmd: command, cwd },
      };
    default:
      return claude;
  }
}
