export { askedCalls } from "./asked-calls.js";
export { settleAsk } from "./settle-ask.js";
