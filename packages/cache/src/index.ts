export { memoryStore } from "./memory-store.js";
export type { MemoryStoreOptions } from "./memory-store.js";

export { project } from "./project.js";
export type { Projection } from "./project.js";
export type {
  Claim,
  Notice,
  Partition,
  Slot,
  StoredScope,
  StoreStats,
  SyncVerdictStore,
  VerdictStore,
} from "./store.js";
export { createVerdictCache, type VerdictCacheOptions } from "./create-verdict-cache.js";
export type { Asked, AskOptions, CacheStats, Question, ScopeStats, VerdictCache } from "./verdict-cache.js";
export { verdictKey } from "./verdict-key.js";
export type { KeyParts } from "./verdict-key.js";
