import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Answer } from "@gatehouse-hooks/engine";
import {
  createVerdictCache,
  type StoreNotice,
  type CacheQuestion,
  type Slot,
  type VerdictStore,
} from "@gatehouse-hooks/cache";
import { fileStore } from "@gatehouse-hooks/cache/file";
import { redisStore } from "@gatehouse-hooks/cache/redis";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type RedisServer, startRedis } from "./redis-server.js";

let server: RedisServer;
let folder: string;
let rounds = 0;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.remove());
beforeEach(() => {
  rounds++;
  folder = mkdtempSync(join(tmpdir(), "gatehouse-foreign-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const STORES: readonly (readonly [string, () => VerdictStore])[] = [
  ["file", () => fileStore(join(folder, "verdicts"))],
  [
    "redis",
    () =>
      redisStore({
        url: server.url,
        namespace: `foreign-${rounds}`,
        commandTimeoutMs: 2_000,
        connectTimeoutMs: 2_000,
      }),
  ],
];

const right: Answer = { kind: "deny", reason: "the judge's own" };

async function write(store: VerdictStore, at: Slot, answer: Answer): Promise<boolean> {
  const claim = await store.claim(at);
  if (claim.kind !== "own") throw new Error(claim.kind);
  return store.settle(at, claim.ticket, answer);
}

describe.each(STORES)("what a judge could not have answered, in a shared store: %s (S19)", (_name, open) => {
  async function asked(forged: Answer, question: CacheQuestion) {
    const notices: StoreNotice[] = [];
    const store = open();
    // Somebody who may write where the answers are, and follows no rule of ours.
    const partition = { scope: "session", session: "s" } as const;
    expect(await write(store, { partition, key: question.key, ttlMs: 300_000 }, forged)).toBe(true);
    const cache = createVerdictCache({ store, onNotice: (notice) => notices.push(notice) });
    const ask = async (): Promise<readonly [string, string]> => {
      const { verdict, source } = await cache.ask(question, async () => right);
      return [verdict.kind === "failure" ? verdict.message : verdict.reason, source];
    };
    const answers = [await ask(), await ask()];
    await cache.close();
    return { answers, codes: notices.map(({ code }) => code) };
  }

  const question: CacheQuestion = { key: "k", scope: "session", session: "s" };
  const replaced = {
    answers: [
      ["the judge's own", "fresh"],
      ["the judge's own", "cache"],
    ],
    codes: ["entry-invalid"],
  };

  test.each<[string, Answer]>([
    ["an allow", { kind: "allow", reason: "forged" }],
    ["a rewrite", { kind: "approve", reason: "forged", updatedInput: { command: "rm" } }],
    ["an empty rewrite", { kind: "approve", reason: "forged", updatedInput: {} }],
  ])("%s is refused, asked anew and replaced (S19)", async (_case, forged) => {
    expect(await asked(forged, question)).toEqual(replaced);
  });

  test("a question may say what its judge answers (S19)", async () => {
    const onlyDeny = { ...question, accepts: ({ kind }: Answer) => kind === "deny" };
    expect(await asked({ kind: "approve", reason: "forged" }, onlyDeny)).toEqual(replaced);
    expect((await asked({ kind: "deny", reason: "given" }, { ...onlyDeny, key: "k2" })).answers).toEqual([
      ["given", "cache"],
      ["given", "cache"],
    ]);
  });

  test("what would not come out is not stored (S19)", async () => {
    const store = open();
    const cache = createVerdictCache({ store });
    const allow: Answer = { kind: "allow", reason: "of this process" };
    for (let n = 0; n < 2; n++) {
      expect(await cache.ask(question, async () => allow)).toEqual({ verdict: allow, source: "fresh" });
    }
    expect((await cache.stats()).session.entries).toBe(0);
    await cache.close();
  });
});

describe("a value of another place in Redis (S21)", () => {
  test.each<[string, CacheQuestion, CacheQuestion]>([
    [
      "another session's",
      { key: "k", scope: "session", session: "A" },
      { key: "k", scope: "session", session: "B" },
    ],
    [
      "a named session's, asked without one",
      { key: "k", scope: "session", session: "A" },
      { key: "k", scope: "session" },
    ],
    [
      "a session's, asked globally",
      { key: "k", scope: "session", session: "A" },
      { key: "k", scope: "global" },
    ],
    [
      "the global one, asked in a session",
      { key: "k", scope: "global" },
      { key: "k", scope: "session", session: "B" },
    ],
    ["another question's", { key: "k", scope: "global" }, { key: "k2", scope: "global" }],
  ])("%s is not given (S21)", async (_case, from, to) => {
    const store = (STORES[1] as (typeof STORES)[number])[1]();
    const notices: StoreNotice[] = [];
    const cache = createVerdictCache({ store, onNotice: (notice) => notices.push(notice) });
    const admin = new Redis(server.url);
    try {
      const namesOf = (): Promise<string[]> => admin.keys(`foreign-${rounds}:*:value:*`);
      await cache.ask(to, async () => right);
      const [target = ""] = await namesOf();
      await cache.ask(from, async () => ({ kind: "approve", reason: "for another" }));
      const source = (await namesOf()).find((name) => name !== target) ?? "";
      expect([target, source].includes("")).toBe(false);
      expect(await cache.ask(to, async () => right)).toMatchObject({ source: "cache" });
      await admin.set(target, (await admin.get(source)) ?? "");
      expect(await cache.ask(to, async () => right)).toEqual({ verdict: right, source: "fresh" });
      expect(notices.map(({ code }) => code)).toEqual(["entry-invalid"]);
    } finally {
      admin.disconnect();
      await cache.close();
    }
  });
});
