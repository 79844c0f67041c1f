export { redisStore } from "./redis-store.js";
export type { RedisStoreOptions } from "./redis-store.js";
export type { Claim, StoreNotice, Partition, Slot, StoredScope, StoreStats, VerdictStore } from "../store.js";
