import type { AgentDescriptor } from "../descriptor/agent-descriptor.js";
import { PROBE_COMMAND, PROBE_CWD, PROBE_SESSION } from "../descriptor/probe-words.js";

/** What this machine and its agents say of docker-agent. */
export const AGENT: AgentDescriptor = {
  name: "docker-agent",
  title: "docker-agent",
  wiring: {
    programs: ["docker-agent", "cagent"],
    folder: ".config/cagent",
    shape: "manual",
    userFile: "config.yaml",
    projectFile: "agent.yaml",
    commandKey: "command",
    timeoutKey: "timeout",
    timeoutUnit: "s",
    comments: true,
    // Without the key such a hook is not asked where the person lets everything pass; earlier versions do not know it.
    notes: [
      "preempt_yolo: this hook is asked with --yolo, too.",
      "A docker-agent of before 2026-09 does not know the key: leave it out there, and do not use --yolo.",
    ],
    events: [
      { name: "pre_tool_use", tool: true, blocks: true },
      { name: "post_tool_use", tool: true },
      { name: "user_prompt_submit", blocks: true },
      { name: "session_start" },
      { name: "session_end" },
      { name: "stop" },
      { name: "subagent_stop" },
    ],
  },
  probe: {
    session_id: PROBE_SESSION,
    cwd: PROBE_CWD,
    hook_event_name: "pre_tool_use",
    tool_name: "shell",
    tool_use_id: PROBE_SESSION,
    tool_input: { cmd: PROBE_COMMAND, cwd: PROBE_CWD },
  },
};
