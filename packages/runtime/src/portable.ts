export type { Clock } from "./clock.js";
export { createRuntime } from "./create-runtime.js";
export type { RuntimeStats } from "./counters.js";
export type {
  HandlerContext,
  HandlerFunction,
  HandlerKind,
  Handlers,
  NamedHandlers,
  NeedOf,
} from "./handlers.js";
export { decideWithMemory, readRemembered, type RememberingOptions } from "./memory/decide-with-memory.js";
export { type KeptState, type MemoryStore, processMemoryStore } from "./memory/memory-store.js";
export { type Notice, sayOnce } from "./notice.js";
export { type RuntimeOptions, refuseUnknownOptions } from "./options.js";
export type { PoliciesOrPromise, Reloaded } from "./reload.js";
export type { DecideOptions, Runtime } from "./runtime.js";
export { approvedDecision } from "./approval/approved-decision.js";
export type { RuntimeHost, RuntimeTwins } from "./read-input.js";
