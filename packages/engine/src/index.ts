export { ALL_EVENTS, ALL_GATING, isManyEvents, listensTo } from "./all-gating.js";
export {
  compilePolicies,
  type CompiledPolicies,
  type CompileOptions,
  type LoadedDefinitions,
} from "./compile-policies.js";
export {
  type Admission,
  admitEvent,
  type AdmitOptions,
  begin,
  type BeginOptions,
  type Begun,
  type Refused,
} from "./door/begin.js";
export { lostTo, type LostPolicy } from "./lost-policy.js";
export { decide } from "./decide.js";
export { CANONICAL, EVERY_EVENT } from "./canonical.table.js";
export type { EventKind, FieldType } from "./event-kind.js";
export type { FieldNames } from "./door/field-names.js";
export { type EventKinds, eventKinds, type ToolFields } from "./event-kinds.js";
export type { DocumentedTool, EventSpelling, FieldSpelling, Vocabulary } from "./vocabulary.js";
export type { Derive } from "./facts/derive.js";
export type { ShownFact } from "./explain/shown-facts.js";
export { explain, type ExplainOptions } from "./explain/explain.js";
export type { Account, Because, Change, Explanation, PolicyAccount } from "./explain/explanation.js";
export { printPath } from "./explain/why-not.js";
export { render } from "./explain/render.js";
export type {
  CellCause,
  CellDefinition,
  CellKind,
  CellScope,
  CellUpdate,
  MemoryCell,
  Remembered,
  ShownCell,
} from "./facts/cell.js";
export { CELL_LIMITS, CELL_NAME } from "./memory/cell-limits.js";
export {
  cellsOf,
  eventsListed,
  hearsOf,
  kindsOf,
  isPolicySet,
  knowsEvent,
  ofTiers,
  policiesOf,
  policiesWith,
  type PolicySet,
  withDerive,
} from "./policy-set.js";
export { readEvent, type ReadEvent } from "./read-event.js";
export { refusal } from "./refusal.js";
export { runsInAnyCase, someRunInAnyCase } from "./runs-in-any-case.js";
export { type Session, sessionOf } from "./session-of.js";
export {
  type Admitted,
  type Answers,
  type Decided,
  type Finished,
  type Pending,
  settle,
  step,
  type Unfinished,
} from "./step.js";
export { loadPolicySet, savePolicySet } from "./stored-policy-set.js";
export type { Decision, Effect, EventNotice, TraceEntry, Warning } from "./decision.js";
export type { Event } from "./event.js";
export type { Need, Verdicts } from "./need.js";
export type {
  BuiltinHandler,
  CacheScope,
  CommandHandler,
  Condition,
  FunctionHandler,
  Handler,
  JudgeHandler,
  OnFailure,
  Policy,
  PolicyDefinition,
  PolicySource,
  StaticHandler,
  Tier,
} from "./policy.js";
export type { Answer, Failure, Provenance, Usage, Verdict } from "./verdict.js";
export { needsFacts } from "./facts/reads-facts.js";
