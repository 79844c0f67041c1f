export { answerHook, type AnswerOptions, MAX_PAYLOAD_BYTES } from "./answer-hook.js";
