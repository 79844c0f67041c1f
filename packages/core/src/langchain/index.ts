export { answerTo, type CallAnswer, type CallRequest } from "./call-request.js";
export { gateGraphTools, type GraphTool } from "./gate-graph-tools.js";
export {
  gateToolCalls,
  type GateToolCallsOptions,
  type MiddlewareToolCall,
  type ToolMessageFields,
} from "./gate-tool-calls.js";
export type { GraphRun } from "./graph-run.js";
export type {
  ApproveOptions,
  AskedAbout,
  CallApproval,
  CallDecider,
  DecideCall,
  EventFields,
  GateToolsOptions,
} from "../gatehouse-types.js";
