export type {
  AgentDescriptor,
  FolderTrust,
  HookSwitch,
  SettingsField,
} from "../descriptor/agent-descriptor.js";
export type {
  AgentPlaces,
  AgentPolicyPlaces,
  AgentVariable,
  HookFolder,
} from "../descriptor/agent-places.js";
export type { AgentCommandLine, AgentOption, HookFlags } from "../descriptor/agent-command-line.js";
export type { AgentWiring, WiredEvent } from "../descriptor/agent-wiring.js";
export { AGENTS } from "./agents.js";
export { AGENT_PLACES, COMMAND_LINES } from "./agent-places.js";
/** The agent of examples, and of calls that are tried. */
export { CLAUDE_CODE_PLACES as EXAMPLE_AGENT } from "../claude-code/places.js";
/** The agent of examples that need another one. */
export { CODEX_PLACES as SECOND_EXAMPLE_AGENT } from "../codex/places.js";
export { MAYROS_PLACES, MAYROS_POLICIES } from "../mayros/places.js";
export { filledDeny, filledProbe } from "../descriptor/probe-words.js";
