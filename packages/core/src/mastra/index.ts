export { gateMastraTools, type MastraTool } from "./gate-mastra-tools.js";
export type {
  ApproveOptions,
  AskedAbout,
  CallApproval,
  CallDecider,
  DecideCall,
  EventFields,
  GateToolsOptions,
} from "../gatehouse-types.js";
