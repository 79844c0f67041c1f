export type { ToolKind } from "../host-tables.js";
export {
  type SessionOutcome,
  hookedCalls,
  type LostField,
  type SessionCall,
  sessionCallKey,
} from "../session/session-call.js";
export {
  type BesideFile,
  HEAD_RECORDS,
  type SessionFormat,
  type SessionPlace,
  type SessionPrompt,
  type SessionReading,
} from "../session/session-format.js";
export { SESSION_FORMATS, sessionFormatOf } from "./session-formats.js";
