export { approvalKey, approvalSealer } from "./approval-seal.js";
export { type ApproveJson, waitingCall } from "./approve.js";
export type { AskedCall } from "./asked-call.js";
export { askedCalls } from "./asked-calls.js";
export { settleAsk } from "./settle-ask.js";
