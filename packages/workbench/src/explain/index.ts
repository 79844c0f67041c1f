export { explainEvent } from "./explain-event.js";
export { explanationLines } from "./explanation-lines.js";
export { tryCommand } from "./try-command.js";
