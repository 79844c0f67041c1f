import { type HostCapabilities, TOLD } from "../wire/capability.js";

/**
 * What OpenCode makes of the answers of its plugin (docs/hosts.md). The plugin throws to deny, and writes a rewrite into the arguments'
 * own object: another object in its place is ignored, and the original call runs. `permission.ask` is never called.
 */
export const CAPABILITIES: HostCapabilities = {
  timeout: null,
  afterTimeout: "waits",
  failure: { exitCode: 0, stream: "stdout" },
  events: {
    "tool.execute.before": { ...TOLD, deny: "stops", rewrite: "in place" },
    "tool.execute.after": { ...TOLD, deny: "hides", replacesResult: true },
    "chat.message": { ...TOLD, deny: "stops" },
    "shell.env": { ...TOLD, deny: "stops" },
    "session.created": TOLD,
    "session.deleted": TOLD,
    "session.idle": TOLD,
    "session.error": TOLD,
    "session.compacted": TOLD,
    "permission.ask": TOLD,
    "permission.asked": TOLD,
    "permission.replied": TOLD,
    "chat.params": TOLD,
    "command.execute.before": TOLD,
    "plugin.load": TOLD,
  },
};
