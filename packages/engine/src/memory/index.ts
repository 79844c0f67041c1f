export type { Decision, Effect, EventNotice, TraceEntry, Warning } from "../decision.js";
export type { Event } from "../event.js";
export type { ShownFact } from "../explain/shown-facts.js";
export type { CellCause, CellScope, Remembered, ShownCell } from "../facts/cell.js";
export type { OnFailure, Tier } from "../policy.js";
export type { PolicySet } from "../policy-set.js";
export type { Usage } from "../verdict.js";
export { forkMemory, joinMemory } from "./branches.js";
export { memoryKey, MOST_DEEP_SESSIONS, parentMemoryKey, sessionBeginning } from "./memory-key.js";
export { reduce } from "./reduce.js";
export { remember } from "./remember.js";
export { scopesOf, stateOfScope, stateOfScopes } from "./scopes.js";
export {
  beginMemory,
  type CellState,
  memoryBound,
  type MemoryState,
  readMemory,
  unknownMemory,
} from "./state.js";
