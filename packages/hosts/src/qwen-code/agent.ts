import type { AgentDescriptor } from "../descriptor/agent-descriptor.js";
import { TURN_EVENTS } from "../descriptor/turn-events.table.js";
import { PROBE_COMMAND, PROBE_CWD, PROBE_SESSION } from "../descriptor/probe-words.js";

/** What this machine and its agents say of Qwen Code. */
export const AGENT: AgentDescriptor = {
  name: "qwen-code",
  title: "Qwen Code",
  wiring: {
    programs: ["qwen"],
    folder: ".qwen",
    shape: "groups",
    userFile: "settings.json",
    projectFile: ".qwen/settings.json",
    commandKey: "command",
    timeoutKey: "timeout",
    timeoutUnit: "ms",
    matcher: "*",
    entryFields: { name: "gatehouse" },
    comments: true,
    events: TURN_EVENTS,
    measured: "0.24.4",
  },
  switches: [
    { keys: ["disableAllHooks"], value: true },
    { keys: ["hooksConfig", "enabled"], value: false },
    { keys: ["hooks", "enabled"], value: false },
    { keys: ["tools", "enableHooks"], value: false },
    { keys: ["hooksConfig", "disabled"], names: "gatehouse" },
    { keys: ["hooks", "disabled"], names: "gatehouse" },
  ],
  folderTrust: {
    isOff: { file: "settings.json", keys: ["security", "folderTrust", "enabled"], unless: true },
    folders: { file: "trustedFolders.json", keys: [], except: "DO_NOT_TRUST" },
  },
  sessions: [".qwen/projects"],
  probe: {
    session_id: PROBE_SESSION,
    transcript_path: null,
    cwd: PROBE_CWD,
    hook_event_name: "PreToolUse",
    permission_mode: "default",
    tool_name: "run_shell_command",
    tool_input: { command: PROBE_COMMAND, is_background: false },
    tool_use_id: PROBE_SESSION,
  },
};
