export { type AgentsTool, type AgentsGuardrail, gateFunctionTools } from "./gate-function-tools.js";
export type {
  ApproveOptions,
  CallApproval,
  CallDecider,
  DecideCall,
  EventFields,
  GateToolsOptions,
} from "../frameworks/gate-types.js";
