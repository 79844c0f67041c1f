import { afterAll, beforeAll } from "vitest";
import { redisStore } from "../src/redis/redis-store.js";
import type { RedisServer } from "./redis-server.js";
import { startRedis } from "./redis-server.js";
import { storeSuite } from "./store-suite.js";

let server: RedisServer;
let benches = 0;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.remove());

storeSuite(
  "redis",
  async () => {
    const namespace = `suite-${benches++}`;
    return {
      open: () => redisStore({ url: server.url, namespace, commandTimeoutMs: 2_000 }),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      remove: async () => undefined,
    };
  },
  { shared: true, runs: 60 },
);
