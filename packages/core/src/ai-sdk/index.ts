export { gateToolSet, type SdkTool } from "./gate-tool-set.js";
export { gateToolApproval, type SdkApprovalStatus, type SdkToolCall } from "./gate-tool-approval.js";
export { gatePrompt, PromptDenied, type SdkMessage } from "./gate-prompt.js";
export type {
  ApproveOptions,
  AskedAbout,
  CallApproval,
  CallDecider,
  DecideCall,
  EventFields,
  GateToolsOptions,
} from "../gatehouse-types.js";
