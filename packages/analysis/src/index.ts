export { findEvent, type FoundEvent, type EventWork } from "./solve/find-event.js";
export { conditionGoal, type Goal, notAllGoal } from "./solve/goal.js";
export { findSuch, type ReadyConditions, type SuchThat } from "./conditions.js";
export { analyzePolicies, type AnalyzeOptions, type Examples } from "./policies/analyze-policies.js";
export type {
  Analyzed,
  ConflictFinding,
  DeadPartFinding,
  NeverSentFinding,
  PolicyFinding,
} from "./policies/finding.js";
export { cellFindings, type CellFinding } from "./policies/cell-findings.js";
export { findCase } from "./policies/find-case.js";
export { neverSent } from "./policies/never-sent.js";
export { type UntoldCell, untoldCells } from "./policies/untold-cells.js";
export type { SentEvents, SentTool } from "./policies/sent-goals.js";
export { diffSets, type DiffOptions } from "./policies/diff-sets.js";
export type { Difference, Differences, SetAnswer } from "./policies/difference.js";
export type { SessionStep } from "./policies/session-search.js";
export { checkTypes } from "./types/check-types.js";
export type { CheckedTypes, TypeFinding, TypeProblem } from "./types/type-problem.js";
export { readJsonSchema } from "./types/read-json-schema.js";
export type { ToolTypes } from "./types/tool-types.js";
export type { ObjectType, ValueType } from "./types/value-type.js";
export type { PathAutomaton } from "./strings/path-automaton.js";
export type { Element, Members, PathStep, ValuePath, VariablePaths } from "./solve/path.js";
export type { NumberPart, Part, SizePart, TextPart, ValueKind, ValueTest } from "./values/value-test.js";
export { KINDS } from "./values/value-test.js";
export { whyApplies, type DecidingAtom, type WhyApplies } from "./explain/why-applies.js";
export { type AtomCoverage, CoverageCounter, type PolicyCoverage } from "./explain/policy-coverage.js";
export type { ConditionAtom } from "./explain/inner-atoms.js";
export { nearestChange, type NearestChange, type NearestOptions } from "./explain/nearest-change.js";
export { type FieldChange, valueAt } from "./explain/field-change.js";
export type { AnswerNeed, EventAnswer } from "./explain/event-answer.js";
