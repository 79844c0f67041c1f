export { AGENT_HOOK_EVENTS, type AgentHooksOptions, hooks } from "./hooks.js";
export { canUseTool, type CanUseToolOptions } from "./can-use-tool.js";
export type { EventFields, EventOf } from "../events/event-input.js";
export type { Gatehouse } from "../gatehouse.js";
