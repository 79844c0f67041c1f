export type {
  AgentDescriptor,
  FolderTrust,
  HookSwitch,
  SettingsField,
} from "../descriptor/agent-descriptor.js";
export type { AgentCommandLine, AgentOption, HookFlags } from "../descriptor/agent-command-line.js";
export type { AgentWiring, WiredEvent } from "../descriptor/agent-wiring.js";
export { AGENTS } from "./agents.js";
export { COMMAND_LINES } from "./command-lines.js";
export { filledProbe } from "../descriptor/probe-words.js";
