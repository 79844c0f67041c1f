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
      // A busy machine may leave a process without its processor for seconds: what is asked here is not how long that takes.
      open: () =>
        redisStore({ url: server.url, namespace, commandTimeoutMs: 20_000, connectTimeoutMs: 20_000 }),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      remove: async () => undefined,
    };
  },
  { shared: true, runs: 60 },
);
