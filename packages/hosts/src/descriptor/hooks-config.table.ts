import type { AgentDescriptor } from "./agent-descriptor.js";

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
