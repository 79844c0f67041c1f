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
export type { Compat, DockerAgentOptions } from "../docker-agent/docker-agent-options.js";
export type { HookDefinition, HookMatcher, Hooks } from "../docker-agent/hooks/definition.js";
export type { HostOptions, KnownConditions } from "../host-files.js";
export type { MayrosConfig, MayrosOptions } from "../mayros/mayros-config.js";
export { AGENTS } from "./agents.js";
export { AGENT_PLACES, COMMAND_LINES } from "./agent-places.table.js";
/** The agent of examples, and of calls that are tried. */
export { CLAUDE_CODE_PLACES as EXAMPLE_AGENT } from "../claude-code/places.table.js";
/** The agent of examples that need another one. */
export { CODEX_PLACES as SECOND_EXAMPLE_AGENT } from "../codex/places.table.js";
export { MAYROS_PLACES, MAYROS_POLICIES } from "../mayros/places.table.js";
export { filledDeny, filledProbe } from "../descriptor/probe-words.js";
