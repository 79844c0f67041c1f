export { createJudge } from "./create-judge.js";
export { type FailureCode, JudgeFailure } from "./failure.js";
export { type HandlerContext, judgeHandler, type JudgeNeedHandler } from "./judge-handler.js";
export type { JudgeOptions, Notice } from "./judge-options.js";
export { buildPrompt, type JudgePrompt, type PromptParts } from "./prompt/build-prompt.js";

export type { ModelTool } from "./provider/model-call.js";
export type { CustomCall, CustomProvider, CustomReply } from "./provider/custom-model.js";
export type { Environment, ProviderKind, ProviderOptions } from "./provider/provider-options.js";
export { modelProblem } from "./provider/model-registry.js";
export type { Judge, JudgeCall, Question } from "./question.js";
export type { ReplyDecision } from "./reply/decisions.js";
export { type ParsedReply, parseReply, type ReplyMeta, type ReplyOptions } from "./reply/parse-reply.js";
export { replySchema } from "./reply/reply-schema.js";
export type { Allowance, Budgets } from "./robust/budget.js";
export { scriptedJudge, type ScriptRule } from "./scripted-judge.js";

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
export { modelCaller } from "./call-model.js";
export { failureVerdict } from "./failure.js";
export { withoutBlindApproval } from "./hidden-part.js";
export { sayModelProblems } from "./model-problems.js";
export { noticeOnce } from "./notice-once.js";
export { dataFence } from "./prompt/data-fence.js";
export { quote } from "./quote.js";
export { isEcho } from "./reply/is-echo.js";
export { liftObject } from "./reply/lift-object.js";
export { maxReplyLength } from "./reply/reply-limits.js";
export { trimBlanks } from "./reply/lift-object.js";
export { unfence } from "./reply/lift-object.js";
export { withDeadline } from "./robust/deadline.js";
export { gatesAction } from "./gating-events.js";
