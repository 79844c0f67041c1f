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
export { createVerdictCache } from "./verdict-cache.js";
export type {
  CacheAnswer,
  CacheStats,
  CacheQuestion,
  ScopeStats,
  VerdictCache,
  VerdictCacheOptions,
} from "./verdict-cache.js";
export { verdictKey } from "./verdict-key.js";
export type { KeyParts } from "./verdict-key.js";
