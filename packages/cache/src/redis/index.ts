export { redisStore } from "./redis-store.js";
export type { RedisStoreOptions } from "./redis-store.js";
export type { VerdictStore } from "../store.js";
