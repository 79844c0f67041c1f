export { gateMcp, type McpGate, type McpGateOptions, type McpNotice } from "./mcp-gate.js";
export type { McpDecider, SettleUnasked } from "./decide-call.js";
export type { McpTransport } from "./transport.js";
