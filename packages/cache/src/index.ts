export { memoryStore } from "./memory-store.js";
export type { MemoryStoreOptions } from "./memory-store.js";

export type {
  Claim,
  StoreNotice,
  Partition,
  Slot,
  StoredScope,
  StoreStats,
  SyncVerdictStore,
  VerdictStore,
} from "./store.js";
export { createVerdictCache, type VerdictCacheOptions } from "./create-verdict-cache.js";
export type {
  CacheAnswer,
  AskOptions,
  CacheStats,
  CacheQuestion,
  ScopeStats,
  VerdictCache,
} from "./verdict-cache.js";
export { callHash, verdictKey, type KeyParts } from "./verdict-key.js";
