export { answerHook, type AnswerOptions, MAX_PAYLOAD_BYTES } from "./answer-hook.js";
export type { DecisionTracer } from "../traced-decision.js";
