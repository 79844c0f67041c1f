export { createJudge, sayModelProblems, noticeOnce } from "./create-judge.js";
export { type JudgeFailureCode, JudgeFailure } from "./failure.js";
export { type JudgeCallContext, judgeHandler, type JudgeNeedHandler } from "./judge-handler.js";
export type { JudgeOptions, JudgeNotice } from "./judge-options.js";
export { buildPrompt, type JudgePrompt, type PromptParts } from "./prompt/build-prompt.js";

export type { ModelTool } from "./provider/model-call.js";
export type { CustomCall, CustomProvider, CustomReply } from "./provider/custom-model.js";
export type { ProviderEnvironment, ProviderKind, ProviderOptions } from "./provider/provider-options.js";
export { modelProblem } from "./provider/model-registry.js";
export type { Judge, JudgeCall, Question } from "./question.js";
export { type ReplyDecision, replySchema } from "./reply/reply-schema.js";
export {
  type ParsedReply,
  parseReply,
  type ReplyMeta,
  type ReplyOptions,
  maxReplyLength,
} from "./reply/parse-reply.js";
export type { Allowance, Budgets } from "./robust/budget.js";
export { scriptedJudge, type ScriptRule } from "./scripted-judge.js";

export type {
  CompiledPrompt,
  PromptFrame,
  PromptLanguage,
  PromptProblem,
  PromptRequest,
  ReadReply,
} from "./language/prompt-language.js";
export { withPromptLanguages } from "./language/with-prompt-languages.js";
export { type CallTerms, type ModelCaller, modelCaller } from "./call-model.js";
export type { Model, ModelCall, ModelReply } from "./provider/model-call.js";
export { failureVerdict } from "./failure.js";
export { withoutBlindApproval, quoteUntrusted } from "./hidden-part.js";
export { type DataFence, dataFence } from "./prompt/data-fence.js";
export { isEcho } from "./reply/is-echo.js";
export { type Lifted, liftObject } from "./reply/lift-object.js";
export { trimBlanks } from "./reply/lift-object.js";
export { unfence } from "./reply/lift-object.js";
export { withDeadline } from "./robust/deadline.js";
