export { gateMastraTools, type MastraTool } from "./gate-mastra-tools.js";
export type {
  ApproveOptions,
  CallApproval,
  CallDecider,
  DecideCall,
  EventFields,
  GateToolsOptions,
} from "../frameworks/gate-types.js";
