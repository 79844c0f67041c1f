export type { ToolKind } from "../host-tables.js";
export {
  type CallOutcome,
  hookedCalls,
  type LostField,
  type SessionCall,
  sessionCallKey,
} from "./session-call.js";
export {
  type BesideFile,
  HEAD_RECORDS,
  type SessionFormat,
  type SessionPlace,
  type SessionReading,
} from "./session-format.js";
export { SESSION_FORMATS, sessionFormatOf } from "./session-formats.js";
