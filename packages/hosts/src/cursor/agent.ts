import type { AgentDescriptor } from "../descriptor/agent-descriptor.js";
import { PROBE_COMMAND, PROBE_CWD, PROBE_SESSION } from "../descriptor/probe-words.js";

/** What this machine and its agents say of Cursor. */
export const AGENT: AgentDescriptor = {
  name: "cursor",
  title: "Cursor",
  wiring: {
    programs: ["cursor-agent", "cursor"],
    folder: ".cursor",
    shape: "flat",
    userFile: "hooks.json",
    projectFile: ".cursor/hooks.json",
    commandKey: "command",
    timeoutKey: "timeout",
    timeoutUnit: "s",
    top: { version: 1 },
    comments: false,
    // One shell call fires `beforeShellExecution`, too: `preToolUse` alone has every tool.
    events: [
      { name: "preToolUse", tool: true, blocks: true },
      { name: "postToolUse", tool: true },
      { name: "beforeSubmitPrompt", blocks: true },
      { name: "sessionStart" },
      { name: "sessionEnd" },
      { name: "stop" },
    ],
  },
  marks: ["CURSOR_AGENT"],
  probe: {
    hook_event_name: "preToolUse",
    conversation_id: PROBE_SESSION,
    generation_id: PROBE_SESSION,
    cursor_version: "probe",
    workspace_roots: [PROBE_CWD],
    tool_name: "Shell",
    tool_input: { command: PROBE_COMMAND, cwd: PROBE_CWD },
    tool_use_id: PROBE_SESSION,
    cwd: PROBE_CWD,
  },
};
