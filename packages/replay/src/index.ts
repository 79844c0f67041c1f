export { changeOfEvent, type ClassifiedEvent, type EventChange, eventClassifier } from "./classify-event.js";
export { createReplay } from "./create-replay.js";
export { afterCall, rememberedDecision } from "./decide/decide-by-records.js";
export { distinctKeys } from "./kept-table.js";
export { latencyAbove, latencyQuantile } from "./latency-bucket.js";
export type { LogPlace, FileSpan, ReadSpan } from "./log-place.js";
export { mergeParts } from "./merge-parts.js";
export type { LiveDecision, Happened, RealOutcome, ReplayInput } from "./replay-input.js";
export type {
  AgentCounts,
  ContrastGroup,
  ContrastKind,
  DayCounts,
  LiveGroup,
  DecidedBy,
  EffectCounts,
  ExampleGroup,
  FlipChange,
  FlipCounts,
  FlipGroup,
  KeptRows,
  OutcomeCounts,
  PolicyCounts,
  QuestionRow,
  ReplayExample,
  ReplayPart,
  SessionCounts,
  SetCounts,
  StopGroup,
  LiveCounts,
  Unread,
  UnreadPlace,
} from "./replay-part.js";
export type {
  ReplayedAnswer,
  RecordedDecision,
  RecordedQuestion,
  Records,
  Replay,
  ReplayedEvent,
  ReplayOptions,
} from "./replay.js";
export { reportOf } from "./report-of.js";
export type {
  FlipClass,
  FlipReport,
  LatencyReport,
  LiveReport,
  ReplayReport,
  ReportedNumber,
  ReportedPolicy,
  SetReport,
} from "./replay-report.js";
