import type { AgentDescriptor } from "../descriptor/agent-descriptor.js";
import { TURN_EVENTS } from "../descriptor/hooks-config.table.js";
import { DENY_REASON, PRE_TOOL_USE_PROBE } from "../descriptor/probe-words.js";
import { CLAUDE_CODE_FOLDER } from "./places.table.js";

/** What this machine and its agents say of Claude Code. */
export const AGENT: AgentDescriptor = {
  name: "claude-code",
  title: "Claude Code",
  wiring: {
    programs: ["claude"],
    folder: ".claude",
    folderVariable: CLAUDE_CODE_FOLDER,
    shape: "groups",
    userFile: "settings.json",
    projectFile: ".claude/settings.json",
    commandKey: "command",
    timeoutKey: "timeout",
    timeoutUnit: "s",
    matcher: "*",
    // Measured: a hook that is too late, is killed, or ends with 1 blocks. Versions before ignore the field.
    blockFields: { onFailure: "block" },
    blockFieldsSince: "2.1.295",
    http: {
      open: "whatever else answers on the port is obeyed, an empty answer lets the tool run, and the project is not named",
      deny: {
        continue: false,
        stopReason: DENY_REASON,
        decision: "block",
        reason: DENY_REASON,
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: DENY_REASON,
        },
      },
    },
    comments: false,
    // A settings file that changes in a session takes effect at once, and may hold no hooks any more: the answer to
    // ConfigChange keeps the hooks.
    events: [...TURN_EVENTS, { name: "ConfigChange", blocks: true }],
    measured: "2.1.330",
  },
  marks: ["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"],
  switches: [
    { keys: ["disableAllHooks"], value: true },
    { keys: ["allowManagedHooksOnly"], value: true },
  ],
  moreFiles: [
    ".claude/settings.json",
    ".claude/settings.local.json",
    "/etc/claude-code/managed-settings.json",
  ],
  sessions: [".claude/projects"],
  probe: PRE_TOOL_USE_PROBE,
};
