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
  Place,
  Sent,
  Span,
  UnknownCode,
  UnknownFact,
} from "./facts.js";
export type {
  Condition,
  Effect,
  HandlerName,
  ProgramRow,
  ProgramTest,
  Role,
  Style,
  Usage,
  Verbs,
  When,
} from "./programs/program-row.js";
export { ACTION_KINDS } from "./action-kinds.table.js";
export { FactLists } from "./fact-lists.js";
export { type ProgramProblem, readPrograms, type ReadPrograms } from "./programs/read-programs.js";
