export { redisStore } from "./redis-store.js";
export type { RedisStoreOptions } from "./redis-store.js";
export type { Claim, Notice, Partition, Slot, StoredScope, StoreStats, VerdictStore } from "../store.js";
