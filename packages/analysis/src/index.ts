export { findEvent, type FoundEvent, newWork, type EventWork } from "./solve/find-event.js";
export { conditionGoal, type Goal, notAllGoal } from "./solve/goal.js";
export { type SuchThat, findSuch } from "./conditions.js";
export { analyzePolicies, type AnalyzeOptions, type Examples } from "./policies/analyze-policies.js";
export type {
  Analyzed,
  ConflictFinding,
  DeadPartFinding,
  NeverSentFinding,
  PolicyFinding,
} from "./policies/finding.js";
export { neverSent } from "./policies/never-sent.js";
export type { SentEvents, SentTool } from "./policies/sent-events.js";
export { diffSets, type DiffOptions } from "./policies/diff-sets.js";
export type { Difference, Differences, SetAnswer } from "./policies/difference.js";
export type { TextFields } from "./policies/typed-tools.js";
export type { PathAutomaton } from "./strings/path-automaton.js";
export type { Element, Members, PathStep, ValuePath, VariablePaths } from "./solve/path.js";
export type { NumberPart, Part, SizePart, TextPart, ValueKind, ValueTest } from "./values/value-test.js";
export { KINDS } from "./values/value-test.js";
