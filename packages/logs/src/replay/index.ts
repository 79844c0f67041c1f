export { agentLogs, placesText } from "./agent-logs.js";
export { anonymise } from "./anonymise.js";
export { askLive, type LiveFlags } from "./ask/ask-live.js";
export type { AskedQuestions } from "./ask/ask-questions.js";
export { filesOf, findLogs, type FoundLogs, type LogUnit, type UnknownFile } from "./find-logs.js";
export type { ShardsResult } from "./merged-shards.js";
export { openRecords, type RecordPlaces } from "./open-records.js";
export { pageReportOf } from "./page-report-of.js";
export { refuseTogether } from "./refuse-together.js";
export type { ReplayFlags } from "./replay-flags.js";
export type {
  ProblemGroup,
  ProblemKind,
  ReplayJson,
  ReplaySuggestion,
  ReplaySuggestions,
} from "./replay-suggestion.js";
export { replayMarkdown } from "./replay-markdown.js";
export { replayProgress } from "./replay-progress.js";
export { counted, deciderText, number, replayReportLines } from "./replay-report-lines.js";
export { groupSessions } from "./replay-sessions.js";
export { replayShards } from "./replay-shards.js";
export { readReplayState, writeReplayState } from "./replay-state.js";
export { replayStream, type Stopping } from "./replay-stream.js";
export { scanWithProgress } from "./scan-log.js";
export { type LogPosition, shardsOf } from "./shard.js";
export { readTrailRecords } from "./trail-records.js";
export { REPLAY_WORKER, type WorkerData } from "./worker-messages.js";
export { writeHtml } from "./write-html.js";
