export { gateMcp } from "./mcp-gate.js";
export type { McpGate, McpGateOptions, McpNotice } from "./gate-options.js";
export type { McpDecider, SettleUnasked } from "./decide-call.js";
export type { McpPins } from "./tool-pins.js";
export { type ServerWords, type WordsDifference, wordsDifferences } from "./server-words.js";
export type { McpTransport } from "./transport.js";
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
