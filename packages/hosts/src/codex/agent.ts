import type { AgentDescriptor } from "../descriptor/agent-descriptor.js";
import { TURN_EVENTS } from "../descriptor/hooks-config.table.js";
import { PRE_TOOL_USE_PROBE, PROBE_SESSION } from "../descriptor/probe-words.js";
import { CODEX_FOLDER } from "./places.table.js";

/** What this machine and its agents say of Codex. */
export const AGENT: AgentDescriptor = {
  name: "codex",
  title: "Codex",
  wiring: {
    programs: ["codex"],
    folder: ".codex",
    folderVariable: CODEX_FOLDER,
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
  marks: ["CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID"],
  onlyFields: ["hooks", "description", "$schema"],
  sessions: [".codex/sessions", ".codex/archived_sessions"],
  probe: {
    ...PRE_TOOL_USE_PROBE,
    turn_id: PROBE_SESSION,
    model: "probe",
  },
};
