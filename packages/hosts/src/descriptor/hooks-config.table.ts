import type { AgentDescriptor } from "./agent-descriptor.js";
import type { WiredEvent } from "./agent-wiring.js";

/** The events that Claude Code and the agents with its hooks are asked about. */
export const TURN_EVENTS: readonly WiredEvent[] = [
  { name: "PreToolUse", tool: true, blocks: true },
  { name: "PermissionRequest", tool: true, blocks: true },
  { name: "PostToolUse", tool: true },
  { name: "UserPromptSubmit", blocks: true },
  { name: "SessionStart" },
  { name: "SessionEnd" },
  { name: "Stop" },
  { name: "SubagentStop" },
];

/** How settings with `hooksConfig` switch hooks off: in Gemini CLI, and in what was made from it. */
export const HOOKS_CONFIG_SWITCHES: NonNullable<AgentDescriptor["switches"]> = [
  { keys: ["hooksConfig", "enabled"], value: false },
  { keys: ["hooks", "enabled"], value: false },
  { keys: ["tools", "enableHooks"], value: false },
  { keys: ["hooksConfig", "disabled"], names: "gatehouse" },
  { keys: ["hooks", "disabled"], names: "gatehouse" },
];

/** Which folders' settings count there. */
export const TRUSTED_FOLDERS: NonNullable<AgentDescriptor["folderTrust"]> = {
  isOff: { file: "settings.json", keys: ["security", "folderTrust", "enabled"], unless: true },
  folders: { file: "trustedFolders.json", keys: [], except: "DO_NOT_TRUST" },
};
