import type { HostEvent } from "../host-tables.js";

const ALIAS = { alias: true, input: null } as const;
const TOLD = { gates: false, input: null, context: false } as const;

/** OpenCode's hooks of plugins, and the events of its bus that say something of a session. */
export const EVENTS: readonly HostEvent[] = [
  { ...ALIAS, name: "tool.execute.before", canonical: "before_tool_call", gates: true, context: false },
  { ...ALIAS, name: "tool.execute.after", canonical: "after_tool_call", gates: false, context: false },
  { ...ALIAS, name: "chat.message", canonical: "prompt", gates: true, context: false },
  { ...ALIAS, name: "session.created", canonical: "session_start", gates: false, context: false },
  { ...ALIAS, name: "session.deleted", canonical: "session_end", gates: false, context: false },
  { ...ALIAS, name: "session.idle", canonical: "agent_stop", gates: false, context: false },
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
