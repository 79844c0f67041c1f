import type { AgentDescriptor } from "../descriptor/agent-descriptor.js";
import { HOOKS_CONFIG_SWITCHES, TRUSTED_FOLDERS, TURN_EVENTS } from "../descriptor/hooks-config.table.js";
import { PRE_TOOL_USE_PROBE, PROBE_COMMAND } from "../descriptor/probe-words.js";

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
  marks: ["QWEN_CODE"],
  switches: [{ keys: ["disableAllHooks"], value: true }, ...HOOKS_CONFIG_SWITCHES],
  folderTrust: TRUSTED_FOLDERS,
  sessions: [".qwen/projects"],
  probe: {
    ...PRE_TOOL_USE_PROBE,
    tool_name: "run_shell_command",
    tool_input: { command: PROBE_COMMAND, is_background: false },
  },
};
