export { answerHook, type AnswerOptions } from "./answer-hook.js";
export { MAX_PAYLOAD_BYTES } from "./payload-limit.js";
