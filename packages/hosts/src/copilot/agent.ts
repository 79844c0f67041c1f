import type { AgentDescriptor } from "../descriptor/agent-descriptor.js";
import { DENY_REASON, PROBE_COMMAND, PROBE_CWD, PROBE_SESSION } from "../descriptor/probe-words.js";
import { COPILOT_FOLDER } from "./places.table.js";

/** What this machine and its agents say of Copilot CLI. */
export const AGENT: AgentDescriptor = {
  name: "copilot",
  title: "Copilot CLI",
  wiring: {
    programs: ["copilot"],
    folder: ".copilot",
    folderVariable: COPILOT_FOLDER,
    shape: "flat",
    userFile: "hooks/gatehouse.json",
    projectFile: ".github/hooks/gatehouse.json",
    ownFile: true,
    commandKey: "bash",
    timeoutKey: "timeoutSec",
    timeoutUnit: "s",
    top: { version: 1 },
    http: {
      open: "the tool runs when nothing answers",
      deny: {
        decision: "block",
        reason: DENY_REASON,
        permissionDecision: "deny",
        permissionDecisionReason: DENY_REASON,
        behavior: "deny",
        message: DENY_REASON,
      },
    },
    comments: false,
    events: [
      { name: "preToolUse", tool: true, blocks: true },
      { name: "permissionRequest", tool: true, blocks: true },
      { name: "postToolUse", tool: true },
      { name: "userPromptSubmitted", blocks: true },
      { name: "sessionStart" },
      { name: "sessionEnd" },
      { name: "agentStop" },
      { name: "subagentStop" },
    ],
    measured: "1.0.102",
  },
  marks: ["COPILOT_CLI"],
  switches: [{ keys: ["disableAllHooks"], value: true }],
  folderTrust: { folders: { file: "config.json", keys: ["trusted_folders"] } },
  moreFiles: [".claude/settings.json"],
  topRequired: true,
  everyFailureBlocks: true,
  sessions: [".copilot/session-state"],
  probe: {
    sessionId: PROBE_SESSION,
    timestamp: 1_767_225_600_000,
    cwd: PROBE_CWD,
    toolName: "bash",
    toolArgs: { command: PROBE_COMMAND },
  },
};
