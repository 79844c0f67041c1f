export type {
  AgentDescriptor,
  FolderTrust,
  HookSwitch,
  SettingsField,
} from "../descriptor/agent-descriptor.js";
export type { AgentWiring, WiredEvent } from "../descriptor/agent-wiring.js";
export { AGENTS } from "./agents.js";
export { filledProbe } from "../descriptor/probe-words.js";
