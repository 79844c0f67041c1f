export { gateMcp, type McpGate, type McpGateOptions, type McpNotice } from "./mcp-gate.js";
export type { McpDecider, SettleUnasked } from "./decide-call.js";
export type { McpListener, McpTransport } from "./transport.js";
export type { EventFields, EventOf } from "../events/event-input.js";
export type { Gatehouse } from "../gatehouse.js";
