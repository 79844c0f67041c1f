export { gateMcp, type McpGate, type McpGateOptions, type McpNotice } from "./mcp-gate.js";
export type { McpDecider, SettleUnasked } from "./decide-call.js";
export type { McpListener, McpTransport } from "./transport.js";
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
