export { memoryStore } from "./memory-store.js";
export type { MemoryStoreOptions } from "./memory-store.js";

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
export { createVerdictCache } from "./verdict-cache.js";
export type {
  Asked,
  CacheStats,
  Question,
  ScopeStats,
  VerdictCache,
  VerdictCacheOptions,
} from "./verdict-cache.js";
export { verdictKey } from "./verdict-key.js";
export type { KeyParts } from "./verdict-key.js";
