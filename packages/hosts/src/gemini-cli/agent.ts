import type { AgentDescriptor } from "../descriptor/agent-descriptor.js";
import { HOOKS_CONFIG_SWITCHES, TRUSTED_FOLDERS } from "../descriptor/hooks-config.table.js";
import { PROBE_COMMAND, PROBE_CWD, PROBE_SESSION } from "../descriptor/probe-words.js";

/** What this machine and its agents say of Gemini CLI. */
export const AGENT: AgentDescriptor = {
  name: "gemini-cli",
  title: "Gemini CLI",
  wiring: {
    programs: ["gemini"],
    folder: ".gemini",
    shape: "groups",
    userFile: "settings.json",
    projectFile: ".gemini/settings.json",
    commandKey: "command",
    timeoutKey: "timeout",
    timeoutUnit: "ms",
    matcher: ".*",
    entryFields: { name: "gatehouse" },
    comments: true,
    events: [
      { name: "BeforeTool", tool: true, blocks: true },
      { name: "AfterTool", tool: true },
      { name: "BeforeAgent", blocks: true },
      { name: "AfterAgent" },
      { name: "SessionStart" },
      { name: "SessionEnd" },
    ],
    measured: "0.61.0",
  },
  marks: ["GEMINI_CLI"],
  switches: HOOKS_CONFIG_SWITCHES,
  folderTrust: TRUSTED_FOLDERS,
  sessions: [".gemini/tmp"],
  probe: {
    session_id: PROBE_SESSION,
    transcript_path: "",
    cwd: PROBE_CWD,
    hook_event_name: "BeforeTool",
    timestamp: "2026-01-01T00:00:00.000Z",
    tool_name: "run_shell_command",
    tool_input: { command: PROBE_COMMAND },
  },
};
