export {
  agentFolder,
  findAgents,
  type FoundAgent,
  isFile,
  isProgram,
  steadyProgramOn,
} from "./find-agents.js";
export { timeoutOf, wiredEvents, type Wiring, WIRINGS } from "./wiring.js";
