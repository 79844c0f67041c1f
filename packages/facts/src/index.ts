export type {
  ActionFact,
  Certainty,
  CodeSource,
  CommandFact,
  EnvironmentFact,
  ExecuteFact,
  Facts,
  NetworkFact,
  PathFact,
  PathOperation,
  FactPlace,
  Sent,
  FactSpan,
  TableFact,
  UnknownCode,
  UnknownFact,
} from "./facts.js";
export type {
  RowCondition,
  ProgramEffect,
  HandlerName,
  ProgramRow,
  ProgramTest,
  Style,
  ProgramUsage,
  Verbs,
  When,
} from "./programs/program-row.js";
export type { LinkLooks, LookedUp } from "./paths/walk-links.js";
export { ACTION_KINDS } from "./action-kinds.table.js";
export { type CallSafety, callSafety } from "./call-safety.js";
export type { ScriptQuestion, ScriptTexts } from "./scripts/script-run.js";
export { type FactAnswer, type FactMaker, type FactTables, createFacts } from "./create-facts.js";
export { exampleEvents } from "./examples/example-events.js";
export { type PackedRows, packRows, UnreadRow } from "./programs/packed-rows.js";
export { PROGRAMS } from "./rows/programs.table.js";
export { TOOL_ROWS } from "./tools/tools.table.js";
export type { ToolRow } from "./tools/tool-row.js";
export { type RowProblem, checkProgramRow } from "./programs/check-program-row.js";
export { type ProgramProblem, readPrograms, type ReadPrograms } from "./programs/read-programs.js";
