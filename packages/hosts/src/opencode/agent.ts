import type { AgentDescriptor } from "../descriptor/agent-descriptor.js";
import { PROBE_COMMAND, PROBE_CWD, PROBE_SESSION } from "../descriptor/probe-words.js";

/** What this machine and its agents say of OpenCode. */
export const AGENT: AgentDescriptor = {
  name: "opencode",
  title: "OpenCode",
  wiring: {
    programs: ["opencode"],
    folder: ".config/opencode",
    shape: "plugin",
    userFile: "plugins/gatehouse.js",
    projectFile: ".opencode/plugins/gatehouse.js",
    ownFile: true,
    commandKey: "command",
    timeoutKey: "timeout",
    timeoutUnit: "ms",
    comments: true,
    events: [
      { name: "tool.execute.before", tool: true, blocks: true },
      { name: "tool.execute.after", tool: true },
      { name: "chat.message", blocks: true },
    ],
    measured: "1.18.33",
  },
  marks: ["OPENCODE"],
  sessions: [".local/share/opencode/opencode.db"],
  probe: {
    hook: "tool.execute.before",
    directory: PROBE_CWD,
    input: { tool: "bash", sessionID: PROBE_SESSION, callID: PROBE_SESSION },
    output: { args: { command: PROBE_COMMAND, description: "probe" } },
  },
};
