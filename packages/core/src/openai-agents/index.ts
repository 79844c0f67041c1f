export { type AgentsTool, type AgentsGuardrail, gateFunctionTools } from "./gate-function-tools.js";
export type {
  ApproveOptions,
  AskedAbout,
  CallApproval,
  CallDecider,
  DecideCall,
  EventFields,
  GateToolsOptions,
} from "../gatehouse-types.js";
