export {
  agentFolder,
  findAgents,
  type FoundAgent,
  isFile,
  isProgram,
  steadyProgramOn,
} from "./find-agents.js";
export { timeoutOf, type WiredEvent, wiredEvents, type Wiring } from "./wiring.js";
export { WIRINGS } from "./wirings.table.js";
