import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer } from "@gatehouse-hooks/engine";
import type { StoreNotice, VerdictCache } from "@gatehouse-hooks/cache";
import { createVerdictCache } from "@gatehouse-hooks/cache";
import type { RedisStoreOptions } from "../src/redis/redis-store.js";
import { redisStore } from "../src/redis/redis-store.js";
import type { RedisServer, Relay } from "./redis-server.js";
import { startRedis, startRelay } from "./redis-server.js";

/** A machine that does other things too is slow by itself. Where the limits are tried, they are `BRIEF`. */
const PATIENT = { commandTimeoutMs: 2_000, connectTimeoutMs: 2_000 };
const BRIEF = { commandTimeoutMs: 50, connectTimeoutMs: 200 };
/** 200 waits of this kind are more than a test may take. */
const LONG = { commandTimeoutMs: 700, connectTimeoutMs: 700 };

let server: RedisServer;
let cleanups: (() => unknown)[];
beforeEach(async () => {
  cleanups = [];
  server = await startRedis();
  cleanups.push(() => server.remove());
});
afterEach(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

interface Client {
  readonly cache: VerdictCache;
  readonly notices: StoreNotice[];
  /** Asks a judge that says "yes to <key>"; the source, once the verdict has been checked. */
  ask(key: string): Promise<string>;
}

function client(url: string, options: Partial<RedisStoreOptions> = {}): Client {
  const notices: StoreNotice[] = [];
  const store = redisStore({ url, ...PATIENT, leaseMs: 1_000, ...options });
  const cache = createVerdictCache({ store, onNotice: (notice) => notices.push(notice) });
  cleanups.push(() => cache.close());
  return {
    cache,
    notices,
    async ask(key) {
      const right: Answer = { kind: "approve", reason: `yes to ${key}` };
      const { verdict, source } = await cache.ask({ key, scope: "global" }, async () => right);
      expect(verdict).toEqual(right);
      return source;
    },
  };
}

/** Asks until the answer is kept again. */
async function recovers(ask: (key: string) => Promise<string>): Promise<void> {
  for (let i = 0; i < 400; i++) {
    await ask(`recovery-${i}`);
    if ((await ask(`recovery-${i}`)) === "cache") return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("it did not recover");
}

function codes({ notices }: Client): string[] {
  return notices.map(({ code }) => code);
}

test("in good health: kept, shared, no notice", async () => {
  const [one, two] = [client(server.url), client(server.url)];
  expect([await one.ask("a"), await one.ask("a"), await two.ask("a")]).toEqual(["fresh", "cache", "cache"]);
  expect([...codes(one), ...codes(two)]).toEqual([]);
});

/** How often the server has run a command, by itself or in a script. */
function callsOf(command: string): number {
  const calls = new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(
    server.command("INFO", "commandstats"),
  )?.[1];
  return Number(calls ?? 0);
}

test("a hit is one round trip, and no script", async () => {
  const { ask } = client(server.url);
  await ask("a");
  await ask("a");
  const [evaluated, read] = [callsOf("evalsha"), callsOf("mget")];
  expect(evaluated).toBeGreaterThan(0);
  for (let i = 0; i < 10; i++) expect(await ask("a")).toBe("cache");
  expect([callsOf("evalsha") - evaluated, callsOf("mget") - read]).toEqual([0, 10]);
});

test("hits that are asked for at the same time are one round trip together", async () => {
  const { ask } = client(server.url);
  const keys = Array.from({ length: 20 }, (_, i) => `together-${i}`);
  for (const key of keys) await ask(key);
  const read = callsOf("mget");
  expect(new Set(await Promise.all(keys.map((key) => ask(key))))).toEqual(new Set(["cache"]));
  expect(callsOf("mget") - read).toBe(1);
});

test("more than fit into one command are each answered with their own", async () => {
  const it = client(server.url);
  const keys = Array.from({ length: 200 }, (_, i) => `many-${i}`);
  const answerTo = (key: string): Answer => ({ kind: "deny", reason: key });
  const askAll = (): Promise<readonly unknown[]> =>
    Promise.all(keys.map((key) => it.cache.ask({ key, scope: "global" }, async () => answerTo(key))));
  await askAll();
  expect(await askAll()).toEqual(keys.map((key) => ({ verdict: answerTo(key), source: "cache" })));
});

test("down at the start", async () => {
  await server.kill();
  const it = client(server.url);
  for (let i = 0; i < 20; i++) expect(await it.ask("a")).toBe("fresh");
  expect(codes(it)).toEqual(["store-unavailable"]);
  await server.start();
  await recovers(it.ask);
  expect(codes(it)).toEqual(["store-unavailable", "store-recovered"]);
});

test("down in the middle, and restarted", async () => {
  const it = client(server.url);
  await it.ask("a");
  expect(await it.ask("a")).toBe("cache");
  await server.kill();
  for (let i = 0; i < 20; i++) expect(await it.ask("a")).toBe("fresh");
  expect(codes(it)).toEqual(["store-unavailable"]);
  await server.start();
  await recovers(it.ask);
  expect(codes(it)).toEqual(["store-unavailable", "store-recovered"]);
});

test("down while a question is in flight: the answer is given", async () => {
  const it = client(server.url);
  await it.ask("warm");
  const right: Answer = { kind: "deny", reason: "no" };
  const asked = await it.cache.ask({ key: "a", scope: "global" }, async () => {
    await server.kill();
    return right;
  });
  expect(asked).toEqual({ verdict: right, source: "fresh" });
  expect(codes(it)).toEqual(["store-unavailable"]);
});

test("restarted between two questions: nothing is wrong", async () => {
  const it = client(server.url);
  await it.ask("a");
  await server.kill();
  await server.start();
  await recovers(it.ask);
});

test("frozen: one question waits, then none does, and late replies go to nobody", async () => {
  const it = client(server.url, LONG);
  for (const key of ["a", "b", "c"]) await it.ask(key);
  server.freeze();
  expect(await it.ask("a")).toBe("fresh");
  // Each waiting for its timeout would take longer than a test may.
  for (let i = 0; i < 200; i++) expect(await it.ask("b")).toBe("fresh");
  expect(codes(it)).toEqual(["store-unavailable"]);
  server.thaw();
  await recovers(it.ask);
  for (const key of ["a", "b", "c", "c", "b", "a"]) await it.ask(key);
  expect(codes(it).slice(0, 2)).toEqual(["store-unavailable", "store-recovered"]);
});

test("slow by a second", async () => {
  const relay: Relay = await startRelay(server.url);
  cleanups.push(() => relay.remove());
  const it = client(relay.url, LONG);
  await it.ask("a");
  relay.delay(1_000);
  // Each waiting for its timeout, or for Redis, would take longer than a test may.
  for (let i = 0; i < 200; i++) await it.ask(`k${i % 5}`);
  expect(codes(it)).toEqual(["store-unavailable"]);
  relay.delay(0);
  await recovers(it.ask);
  expect(codes(it).slice(0, 2)).toEqual(["store-unavailable", "store-recovered"]);
});

test("read-only: what it has is given, the rest is asked", async () => {
  const it = client(server.url);
  await it.ask("kept");
  server.command("REPLICAOF", "127.0.0.1", "1");
  for (let i = 0; i < 5; i++) await it.ask(`new-${i}`);
  expect(codes(it)).toEqual(["store-unavailable"]);
  expect(it.notices[0]?.message).toContain("(READONLY)");
  server.command("REPLICAOF", "NO", "ONE");
  await recovers(it.ask);
  expect(await it.ask("kept")).toBe("cache");
});

test("full: what it has is given, the rest is asked", async () => {
  const it = client(server.url);
  await it.ask("kept");
  server.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
  server.command("CONFIG", "SET", "maxmemory", "1");
  for (let i = 0; i < 5; i++) {
    expect(await it.ask("new")).toBe("fresh");
    expect(await it.ask("kept")).toBe("cache");
  }
  expect(codes(it)).toEqual(["store-unavailable"]);
  expect(it.notices[0]?.message).toContain("(OOM)");
  server.command("CONFIG", "SET", "maxmemory", "0");
  await recovers(it.ask);
  expect(codes(it)).toEqual(["store-unavailable", "store-recovered"]);
});

test("a failover from one server to another", async () => {
  const other = await startRedis();
  cleanups.push(() => other.remove());
  const relay = await startRelay(server.url);
  cleanups.push(() => relay.remove());
  const it = client(relay.url);
  await it.ask("a");
  expect(await it.ask("a")).toBe("cache");
  await server.kill();
  relay.turnTo(other.url);
  for (let i = 0; i < 5; i++) await it.ask("a");
  await recovers(it.ask);
  await it.ask("a");
  expect(await it.ask("a")).toBe("cache");
  expect(codes(it).filter((code) => code === "store-unavailable").length).toBeLessThanOrEqual(1);
});

test("a failover that leaves us at the old server, now read-only", async () => {
  const other = await startRedis();
  cleanups.push(() => other.remove());
  const relay = await startRelay(server.url);
  cleanups.push(() => relay.remove());
  const it = client(relay.url);
  await it.ask("a");
  server.command("REPLICAOF", "127.0.0.1", "1");
  // Old connections stay at the old server; only new ones reach the other.
  relay.turnNewTo(other.url);
  await it.ask("b");
  await recovers(it.ask);
  expect(other.command("DBSIZE").trim()).not.toBe("0");
});

test("flushed, and flushed in flight", async () => {
  const it = client(server.url);
  await it.ask("a");
  server.command("FLUSHALL");
  expect([await it.ask("a"), await it.ask("a")]).toEqual(["fresh", "cache"]);
  await it.cache.ask({ key: "b", scope: "global" }, async () => {
    server.command("FLUSHALL");
    server.command("SCRIPT", "FLUSH");
    return { kind: "approve", reason: "yes to b" };
  });
  expect(await it.ask("b")).toBe("cache");
  expect(codes(it)).toEqual([]);
});

describe("leases", () => {
  test("a holder that died delays the others by one lease, not more", async () => {
    const [dead, alive] = [client(server.url), client(server.url)];
    let isHeld = false;
    const never = (): Promise<Answer> => {
      isHeld = true;
      return new Promise(() => undefined);
    };
    const stuck = dead.cache.ask({ key: "a", scope: "global" }, never).catch(() => undefined);
    await expect.poll(() => isHeld).toBe(true);
    // Closing stops the heartbeat, as death would; the lease stays. On a busy machine it may be over once that is done.
    const start = performance.now();
    await dead.cache.close();
    const right: Answer = { kind: "approve", reason: "yes to a" };
    const { verdict, source } = await alive.cache.ask({ key: "a", scope: "global" }, async () => right);
    expect([verdict, source]).toEqual([right, "fresh"]);
    const waited = performance.now() - start;
    // At least: a busy machine can only wait longer. A wait without an end ends with the test's time.
    expect(waited).toBeGreaterThan(100);
    expect(codes(alive)).toEqual([]);
    void stuck;
  });

  test("a slow holder keeps its lease, and a waiter can leave", async () => {
    const [slow, waiting] = [client(server.url), client(server.url)];
    let calls = 0;
    const compute = async (): Promise<Answer> => {
      calls++;
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      return { kind: "approve", reason: "slow" };
    };
    const first = slow.cache.ask({ key: "a", scope: "global" }, compute);
    await expect.poll(() => calls).toBe(1);
    const second = waiting.cache.ask({ key: "a", scope: "global" }, compute);
    await expect(
      waiting.cache.ask({ key: "a", scope: "global" }, compute, { signal: AbortSignal.timeout(100) }),
    ).rejects.toThrow("timeout");
    expect((await first).source).toBe("fresh");
    expect(await second).toEqual({ verdict: { kind: "approve", reason: "slow" }, source: "cache" });
    expect(calls).toBe(1);
  });

  test("the next asks when the holder's judge fails", async () => {
    const [one, two] = [client(server.url), client(server.url)];
    let fail: (() => void) | undefined;
    const failing = one.cache.ask({ key: "a", scope: "global" }, async () => {
      await new Promise<void>((resolve) => (fail = resolve));
      return { kind: "failure", code: "timeout", message: "m" };
    });
    await expect.poll(() => fail).toBeDefined();
    const next = two.ask("a");
    await new Promise((resolve) => setTimeout(resolve, 50));
    fail?.();
    expect((await failing).verdict.kind).toBe("failure");
    expect(await next).toBe("fresh");
    expect(await one.ask("a")).toBe("cache");
  });

  test("a lease without end, written by a stranger, does not hold for ever", async () => {
    const it = client(server.url);
    await it.ask("a");
    const [value = ""] = server.command("KEYS", "*:value:*").trim().split("\n");
    server.command("DEL", value);
    server.command("SET", value.replace(":value:", ":lease:"), "stranger");
    const other = client(server.url);
    await other.ask("warm");
    // It is taken over as a lease, so that one of two asks.
    let calls = 0;
    const compute = async (): Promise<Answer> => {
      calls++;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { kind: "approve", reason: "once" };
    };
    await Promise.all([it, other].map(({ cache }) => cache.ask({ key: "a", scope: "global" }, compute)));
    expect(calls).toBe(1);
  });

  test("a lease that came too late for its question is given back", async () => {
    const relay = await startRelay(server.url);
    cleanups.push(() => relay.remove());
    const slow = client(relay.url, { ...BRIEF, leaseMs: 60_000 });
    await slow.ask("warm");
    relay.delay(300);
    expect(await slow.ask("a")).toBe("fresh");
    relay.delay(0);
    await vi.waitFor(() => expect(server.command("KEYS", "*:lease:*").trim()).toBe(""), { timeout: 2_000 });
    expect(await client(server.url).ask("a")).toBe("fresh");
  });
});

describe("values that are not to be believed", () => {
  async function tampered(
    change: (text: string, other: string) => string | Buffer,
    options?: Partial<RedisStoreOptions>,
  ) {
    const it = client(server.url, options);
    await it.cache.ask({ key: "other", scope: "global" }, async () => ({
      kind: "deny",
      reason: "for another question",
    }));
    const admin = new Redis(server.url);
    cleanups.push(() => admin.disconnect());
    const [otherName = ""] = await admin.keys("*:value:*");
    await it.ask("a");
    const name = (await admin.keys("*:value:*")).find((one) => one !== otherName) as string;
    await admin.set(name, change((await admin.get(name)) as string, (await admin.get(otherName)) as string));
    return { it, admin, name };
  }

  test.each<[string, (text: string, other: string) => string | Buffer]>([
    ["empty", () => ""],
    ["epochs only", () => ". "],
    ["nonsense", () => ". nonsense"],
    ["a cut value", (text) => text.slice(0, -1)],
    ["one changed letter", (text) => text.replace("yes to a", "yes to b")],
    ["the value of another question", (_text, other) => other],
    ["an untagged value", (text) => `. ${text.slice(text.indexOf("{"))}`],
    [
      "bytes that are no text",
      (text) => Buffer.concat([Buffer.from(text.slice(0, 70)), Buffer.from([0xff, 0xfe, 0])]),
    ],
    ["very long", () => `. ${"x".repeat(300_000)}`],
  ])("%s", async (_name, change) => {
    const { it } = await tampered(change);
    expect([await it.ask("a"), await it.ask("a")]).toEqual(["fresh", "cache"]);
    expect(codes(it).filter((code) => code !== "entry-invalid")).toEqual([]);
  });

  test("are reported once", async () => {
    const { it, admin, name } = await tampered(() => ". nonsense");
    await it.ask("a");
    await admin.set(name, ". nonsense again");
    await it.ask("a");
    expect(codes(it)).toEqual(["entry-invalid"]);
  });

  test("an older version of the record", async () => {
    const { createHash } = await import("node:crypto");
    const older = (text: string): string => {
      const json = text.slice(text.indexOf("{")).replace('"v":1', '"v":0');
      return `. ${createHash("sha256").update(json).digest("hex")} ${json}`;
    };
    const { it } = await tampered(older);
    expect([await it.ask("a"), await it.ask("a")]).toEqual(["fresh", "cache"]);
    expect(codes(it)).toEqual(["entry-invalid"]);
  });

  test("a failure, or a verdict that is none, put in by hand with the right tag", async () => {
    const { createHash } = await import("node:crypto");
    for (const wrong of [
      '{"kind":"failure","code":"c","message":"m"}',
      '{"kind":"approve"}',
      '{"kind":"ALLOW","reason":""}',
    ]) {
      const forge = (text: string): string => {
        const json = text.slice(text.indexOf("{")).replace(/"a":\{[^}]*\}/, `"a":${wrong}`);
        return `. ${createHash("sha256").update(json).digest("hex")} ${json}`;
      };
      const { it } = await tampered(forge);
      expect(await it.ask("a")).toBe("fresh");
      server.command("FLUSHALL");
    }
  });

  test("with a secret: one with the right plain tag, and one by somebody with another secret", async () => {
    const { createHash } = await import("node:crypto");
    const forge = (text: string): string => {
      const json = text.slice(text.indexOf("{")).replace("yes to a", "forged");
      return `. ${createHash("sha256").update(json).digest("hex")} ${json}`;
    };
    const { it } = await tampered(forge, { secret: "s1" });
    expect([await it.ask("a"), await it.ask("a")]).toEqual(["fresh", "cache"]);
    const stranger = client(server.url, { secret: "s2" });
    expect(await stranger.ask("a")).toBe("fresh");
    expect(codes(stranger)).toEqual(["entry-invalid"]);
  });

  test("a value of another type", async () => {
    const { it, admin, name } = await tampered((text) => text);
    await admin.del(name);
    await admin.lpush(name, "x");
    expect([await it.ask("a"), await it.ask("a")]).toEqual(["fresh", "cache"]);
    expect(codes(it)).toEqual([]);
  });
});

test("clocks that differ: the server's counts, and nobody's verdict changes", async () => {
  const it = client(server.url);
  const realNow = Date.now;
  try {
    Date.now = () => realNow() + 3_600_000;
    await it.ask("a");
    Date.now = () => realNow() - 3_600_000;
    expect(await client(server.url).ask("a")).toBe("cache");
  } finally {
    Date.now = realNow;
  }
  const [value = ""] = server.command("KEYS", "*:value:*").trim().split("\n");
  const left = Number(server.command("PTTL", value));
  expect(left).toBeGreaterThan(290_000);
  expect(left).toBeLessThanOrEqual(300_000);
});

test("nothing in a key name or a notice tells the session, and every key expires but the epochs of scopes", async () => {
  const it = client(server.url);
  await it.cache.ask(
    { key: "k".repeat(64), scope: "session", session: "agent:secret-session" },
    async () => ({
      kind: "approve",
      reason: "r",
    }),
  );
  await it.ask("a");
  await it.cache.clearSession("agent:secret-session");
  await it.cache.clear();
  const names = server.command("KEYS", "*").trim().split("\n");
  expect(names.join()).not.toContain("secret-session");
  for (const name of names) {
    expect(name).toMatch(/^gatehouse:1:(value|lease|epoch):/);
    if (!name.includes(":epoch:all-")) expect(Number(server.command("PTTL", name))).toBeGreaterThan(0);
  }
});

test("a password in the address: the right one works, a wrong one is a notice that does not tell it", async () => {
  const locked = await startRedis("--requirepass", "hunter2");
  cleanups.push(() => locked.remove());
  const right = client(`redis://:hunter2@localhost?path=${encodeURIComponent(locked.url)}`);
  expect([await right.ask("a"), await right.ask("a")]).toEqual(["fresh", "cache"]);
  const wrong = client(`redis://:wrong-one@localhost?path=${encodeURIComponent(locked.url)}`);
  for (let i = 0; i < 5; i++) expect(await wrong.ask("a")).toBe("fresh");
  expect(codes(wrong)).toEqual(["store-unavailable"]);
  expect(JSON.stringify(wrong.notices)).not.toMatch(/hunter2|wrong-one/);
});

test.each([{ namespace: "a*" }, { namespace: "" }, { leaseMs: 10 }, { leaseMs: Number.NaN }])(
  "%j is refused",
  (options) => {
    expect(() => redisStore({ url: server.url, ...options })).toThrow(TypeError);
  },
);
