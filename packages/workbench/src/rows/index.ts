export { answerLines } from "./answer-lines.js";
export { answerEval, evaluateCondition } from "./eval-row.js";
export { commandEvent, factsAnswer } from "./facts-row.js";
export { answerKey } from "./key-row.js";
export { answerLoad, type LoadAnswer } from "./load-row.js";
export { answerVerdict, readReply } from "./verdict-row.js";
