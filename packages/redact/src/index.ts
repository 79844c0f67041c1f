export { redactText } from "./redact-text.js";
export { redactValue } from "./redact-value.js";
export { redact } from "./redact.js";
