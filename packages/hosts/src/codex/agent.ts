import type { AgentDescriptor } from "../descriptor/agent-descriptor.js";
import { TURN_EVENTS } from "../descriptor/turn-events.table.js";
import { PROBE_COMMAND, PROBE_CWD, PROBE_SESSION } from "../descriptor/probe-words.js";

/** What this machine and its agents say of Codex. */
export const AGENT: AgentDescriptor = {
  name: "codex",
  title: "Codex",
  wiring: {
    programs: ["codex"],
    folder: ".codex",
    folderVariable: "CODEX_HOME",
    shape: "groups",
    userFile: "hooks.json",
    projectFile: ".codex/hooks.json",
    commandKey: "command",
    timeoutKey: "timeout",
    timeoutUnit: "s",
    matcher: ".*",
    comments: false,
    events: TURN_EVENTS.filter(({ name }) => name !== "SessionEnd"),
    measured: "0.169.0",
  },
  sessions: [".codex/sessions", ".codex/archived_sessions"],
  probe: {
    session_id: PROBE_SESSION,
    transcript_path: null,
    cwd: PROBE_CWD,
    hook_event_name: "PreToolUse",
    permission_mode: "default",
    tool_name: "Bash",
    tool_input: { command: PROBE_COMMAND },
    tool_use_id: PROBE_SESSION,
    turn_id: PROBE_SESSION,
    model: "probe",
  },
};
