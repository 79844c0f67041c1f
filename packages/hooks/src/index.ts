export type { Evaluation, Skipped } from "./ask-about.js";
export { bindHooks, type BoundHooks, type HookHandler } from "./bind-hooks.js";
export {
  compileSignals,
  type NlpMatcher,
  type MatchOptions,
  type SignalMatch,
  type SignalScorer,
} from "./compile-signals.js";
export { And, type Filter, Not, Or, passes, type HookCondition, type Moment } from "./condition-logic.js";
export {
  Agent,
  Command,
  Content,
  FilePath,
  type FileScope,
  FromSubagent,
  InPlanMode,
  type ScriptPart,
  StopHookActive,
  TestFile,
  Tool,
  ToolInput,
  WorkflowScript,
} from "./conditions.js";
export {
  blockCommand,
  type BlockCommandOptions,
  warnCommand,
  type WarnCommandOptions,
} from "./command-rules.js";
export { createEvaluator } from "./create-evaluator.js";
export type { Evaluator, EvaluatorQuestion, EvaluatorReply } from "./evaluator.js";
export { eventText, type EventTextField, fileOf, inputText, toolInput } from "./event-fields.js";
export { fileHookStates } from "./file-hook-states.js";
export {
  fileTranscripts,
  type FileTranscriptsOptions,
  type LineReader,
  type TranscriptReader,
} from "./file-transcripts.js";
export {
  type HistoryScope,
  RanCommand,
  ReadFile,
  Said,
  TouchedFile,
  UsedSkill,
  Waiting,
} from "./history-conditions.js";
export type { Heard } from "./heard.js";
export type { Hook, HookContext, HookEnvironment, HookFire, HookNotice, Specialty } from "./hook.js";
export { afterFire, type HookState, type HookStates } from "./hook-state.js";
export {
  Allow,
  Block,
  type InlineExpectation,
  type InlineInput,
  type InlineTest,
  Input,
  Ok,
  Rewrite,
  Warn,
} from "./inline-test.js";
export { type EvaluateOptions, llmEvaluate } from "./llm-evaluate.js";
export { llmGate, type LlmHookOptions, llmNudge, type VerdictOptions } from "./llm-hooks.js";
export { memoryHookStates } from "./memory-hook-states.js";
export {
  messageFrom,
  type MessagePart,
  type GateVerdict,
  gateVerdict,
  type NudgeVerdict,
  type PromptCheckVerdict,
} from "./verdict-types.js";
export { type HookOptions, on, type OwnHookOptions } from "./on.js";
export { gate, nudge, type NudgeOptions, type PlainHookOptions } from "./plain-hooks.js";
// Document 001 has both names.
export { Prompt, Prompt as PromptMessage } from "./prompt.js";
export { promptCheck, type PromptCheckOptions } from "./prompt-check.js";
export { type InlineEnvironment, type InlineResult, runInlineTests } from "./run-inline-tests.js";
export { type EvaluatorRule, scriptedEvaluator } from "./scripted-evaluator.js";
export {
  type AnySignal,
  Clause,
  NlpSignal,
  Phrase,
  Signal,
  type SignalParts,
  Signals,
  type SignalsLike,
} from "./signal.js";
export {
  type LaunchedTask,
  parseTranscript,
  readTranscript,
  type ToolCall,
  type ToolResult,
  type Transcript,
  type TranscriptRecord,
} from "./transcript.js";
export { workflow, type WorkflowArtifact, type WorkflowOptions, type WorkflowStep } from "./workflow.js";
