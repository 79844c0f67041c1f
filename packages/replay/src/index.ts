export type { LogPlace, ReadFile, ReadSpan } from "./log-place.js";
export type {
  ComparedDecision,
  DecisionThen,
  Happened,
  RealOutcome,
  ReplayInput,
  TrailDecision,
} from "./replay-input.js";
export type {
  AgentCounts,
  ContrastGroup,
  ContrastKind,
  DayCounts,
  DecidedThenGroup,
  Decider,
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
  ThenCounts,
  Unread,
  UnreadPlace,
} from "./replay-part.js";
export type { RecordedQuestion, Records, Replay, ReplayOptions } from "./replay.js";
