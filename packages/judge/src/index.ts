export { createJudge } from "./create-judge.js";
export { type FailureCode, JudgeFailure } from "./failure.js";
export { type HandlerContext, judgeHandler, type JudgeNeedHandler } from "./judge-handler.js";
export type { JudgeOptions, Notice } from "./judge-options.js";
export { buildPrompt, type JudgePrompt, type PromptParts } from "./prompt/build-prompt.js";
export { redact } from "./prompt/redact.js";
export { redactValue } from "./prompt/redact-value.js";
export type { ModelTool } from "./provider/model-call.js";
export type { CustomCall, CustomProvider, CustomReply } from "./provider/custom-model.js";
export type { Environment, ProviderKind, ProviderOptions } from "./provider/provider-options.js";
export type { Judge, JudgeCall, Question } from "./question.js";
export type { ReplyDecision } from "./reply/decisions.js";
export { type ParsedReply, parseReply, type ReplyMeta, type ReplyOptions } from "./reply/parse-reply.js";
export { replySchema } from "./reply/reply-schema.js";
export type { Allowance, Budgets } from "./robust/budget.js";
export { scriptedJudge, type ScriptRule } from "./scripted-judge.js";
export {
  afterFire,
  Agent,
  Allow,
  And,
  type AnySignal,
  bindHooks,
  Block,
  type BoundHooks,
  citeMessage,
  Clause,
  Command,
  compileSignals,
  Content,
  createEvaluator,
  differenceOf,
  type EvaluateOptions,
  type Evaluation,
  type Evaluator,
  type EvaluatorQuestion,
  type EvaluatorReply,
  type EvaluatorRule,
  fileHookStates,
  FilePath,
  type FileScope,
  type Filter,
  freshHookState,
  FromSubagent,
  type GateVerdict,
  gateVerdict,
  type HistoryScope,
  type Hook,
  type HookCondition,
  type HookContext,
  type HookEnvironment,
  type HookHandler,
  type HookNotice,
  type HookOptions,
  type HookState,
  type HookStates,
  type InlineExpectation,
  inlineEvent,
  type InlineInput,
  type InlineResult,
  type InlineTest,
  InPlanMode,
  Input,
  llmEvaluate,
  llmGate,
  type LlmHookOptions,
  llmNudge,
  type MatchOptions,
  memoryHookStates,
  type Moment,
  type NlpMatcher,
  NlpSignal,
  Not,
  type NudgeVerdict,
  nudgeVerdict,
  on,
  Or,
  parseTranscript,
  passes,
  Phrase,
  Prompt,
  promptCheck,
  type PromptCheckOptions,
  type PromptCheckVerdict,
  promptCheckVerdict,
  RanCommand,
  ReadFile,
  readTranscript,
  runInlineTests,
  scriptedEvaluator,
  Signal,
  type SignalMatch,
  type SignalParts,
  Signals,
  type SignalScorer,
  type SignalsLike,
  type Specialty,
  TestFile,
  textHash,
  Tool,
  type ToolCall,
  ToolInput,
  TouchedFile,
  type Transcript,
  type TranscriptRecord,
  transcriptTexts,
  UsedSkill,
  Waiting,
  Warn,
} from "./primitives/index.js";
export { withModelHooks } from "./template/model-hooks.js";
export { type ParsedDecision, parseDecision, type ToolDecision } from "./template/parse-decision.js";
export { parseTemplate } from "./template/parse-template.js";
export { type Rendered, renderTemplate } from "./template/render-template.js";
export type {
  ParsedTemplate,
  TemplateExpr,
  TemplateFunction,
  TemplateNode,
} from "./template/template-ast.js";
