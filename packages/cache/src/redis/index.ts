export { connect as connectRedis } from "./connection.js";
export type {
  Connection as RedisConnection,
  ConnectionOptions as RedisConnectionOptions,
} from "./connection.js";
export { type RedisMemory, redisMemoryStore } from "./redis-memory-store.js";
export { redisScript, type Script as RedisScript } from "./scripts.js";
export { redisStore } from "./redis-store.js";
export type { RedisStoreOptions } from "./redis-store.js";
export type { Claim, StoreNotice, Partition, Slot, StoredScope, StoreStats, VerdictStore } from "../store.js";
