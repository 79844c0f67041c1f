import type { HostEvent } from "../host-tables.js";

const TOLD = { gates: false, input: null, context: false } as const;

/** OpenCode's hooks of plugins, and the events of its bus that say something of a session. */
export const EVENTS: readonly HostEvent[] = [
  { name: "tool.execute.before", input: null, canonical: "before_tool_call", gates: true, context: false },
  {
    name: "tool.execute.after",
    input: null,
    canonical: "after_tool_call",
    result: "output",
    gates: false,
    context: false,
  },
  { name: "chat.message", input: null, canonical: "prompt", gates: true, context: false },
  { name: "session.created", input: null, canonical: "session_start", gates: false, context: false },
  { name: "session.deleted", input: null, canonical: "session_end", gates: false, context: false },
  { name: "session.idle", input: null, canonical: "agent_stop", gates: false, context: false },
  { ...TOLD, name: "shell.env", stops: true },
  { ...TOLD, name: "session.error" },
  { ...TOLD, name: "session.compacted" },
  { ...TOLD, name: "permission.ask" },
  { ...TOLD, name: "permission.asked" },
  { ...TOLD, name: "permission.replied" },
  { ...TOLD, name: "chat.params" },
  { ...TOLD, name: "command.execute.before" },
  { ...TOLD, name: "plugin.load" },
];
