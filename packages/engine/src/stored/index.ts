export { type AdmitOptions, begin, type BeginOptions, type Begun, type Refused } from "../door/begin.js";
export { decide } from "../decide.js";
export type { CompiledPolicies, CompileOptions } from "../compile-policies.js";
export type { Decision, Effect, EventNotice, TraceEntry, Warning } from "../decision.js";
export type { Event } from "../event.js";
export { explain, type ExplainOptions } from "../explain/explain.js";
export type { Need, Verdicts } from "../need.js";
export type { PolicySet } from "../policy-set.js";
export { type ReadEvent, readEvent } from "../read-event.js";
export {
  type Admitted,
  type Answers,
  type Decided,
  type Finished,
  type Pending,
  settle,
  step,
  type Unfinished,
} from "../step.js";
export type { Answer, Failure, Provenance, Usage, Verdict } from "../verdict.js";
export { loadStoredSet, type StoredSetOptions } from "./load-stored-set.js";
export type { LostPolicy } from "../lost-policy.js";
export type { Derive } from "../facts/derive.js";
export type { CellCause, Remembered, ShownCell } from "../facts/cell.js";
export type { EventKind, FieldType } from "../event-kind.js";
export type { DocumentedTool, EventSpelling, FieldSpelling, Vocabulary } from "../vocabulary.js";
export type { Account, Because, Change, Explanation, PolicyAccount } from "../explain/explanation.js";
export type {
  BuiltinHandler,
  CacheScope,
  CommandHandler,
  FunctionHandler,
  Handler,
  JudgeHandler,
  OnFailure,
  PolicySource,
  StaticHandler,
  Tier,
} from "../policy.js";
export type { ShownFact } from "../explain/shown-facts.js";
