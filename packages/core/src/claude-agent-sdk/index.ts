export { AGENT_HOOK_EVENTS, type AgentHooksOptions, hooks } from "./hooks.js";
export { canUseTool, type CanUseToolOptions } from "./can-use-tool.js";
export type {
  AskedAbout,
  CallApproval,
  CallFields,
  CanonicalEvents,
  DecideCall,
  DefinedPolicy,
  EventFields,
  EventInput,
  EventName,
  EventOf,
  Gatehouse,
  HostEventName,
  PoliciesFrom,
  PolicyPath,
  PolicyText,
} from "../gatehouse-types.js";
