import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Answer, Failure, Verdict } from "@gatehouse-hooks/engine";
import type { CacheStats, StoreNotice, CacheQuestion, VerdictStore } from "@gatehouse-hooks/cache";
import { createVerdictCache, memoryStore } from "@gatehouse-hooks/cache";
import { assertLaw } from "../../../test/assert-law.js";

const approve: Answer = { kind: "approve", reason: "fine", context: ["c"], updatedInput: { a: { b: [1] } } };
const timeout: Failure = { kind: "failure", code: "timeout", message: "no answer" };
const inGlobal: CacheQuestion = { key: "k", scope: "global" };

/** A judge that can be counted and made to wait. */
function judge(verdict: Verdict | (() => Verdict) = approve) {
  const signals: AbortSignal[] = [];
  let calls = 0;
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    get calls() {
      return calls;
    },
    signals,
    now: async (): Promise<Verdict> => {
      calls++;
      return typeof verdict === "function" ? verdict() : verdict;
    },
    /** Waits for `open`. */
    later: async (signal: AbortSignal): Promise<Verdict> => {
      calls++;
      signals.push(signal);
      await opened;
      return typeof verdict === "function" ? verdict() : verdict;
    },
    open: (): void => open(),
  };
}

describe("scopes", () => {
  test("global: asked once, in every session", async () => {
    const cache = createVerdictCache();
    const { now } = judge();
    expect((await cache.ask({ ...inGlobal, session: "a" }, now)).source).toBe("fresh");
    expect(await cache.ask({ ...inGlobal, session: "b" }, now)).toEqual({
      verdict: approve,
      source: "cache",
    });
  });

  test("session: each session has its own answers, and so have the questions without one", async () => {
    const cache = createVerdictCache();
    const sessions = ["a", "b", "", undefined, "a\u0000", "undefined", "global"];
    for (const [i, session] of sessions.entries()) {
      const { verdict, source } = await cache.ask({ key: "k", scope: "session", session }, async () => ({
        kind: "warn",
        reason: `${i}`,
      }));
      expect([source, verdict]).toEqual(["fresh", { kind: "warn", reason: `${i}` }]);
    }
    for (const [i, session] of sessions.entries()) {
      const { verdict, source } = await cache.ask({ key: "k", scope: "session", session }, judge().now);
      expect([source, verdict]).toEqual(["cache", { kind: "warn", reason: `${i}` }]);
    }
  });

  test("clearing a session leaves the others, and the global answers", async () => {
    const cache = createVerdictCache();
    const { now } = judge();
    const questions: CacheQuestion[] = [
      { key: "k", scope: "session", session: "a" },
      { key: "k", scope: "session", session: "b" },
      { key: "k", scope: "session" },
      inGlobal,
    ];
    for (const question of questions) await cache.ask(question, now);
    await cache.clearSession("a");
    const sources = await Promise.all(
      questions.map(async (question) => (await cache.ask(question, now)).source),
    );
    expect(sources).toEqual(["fresh", "cache", "cache", "cache"]);
    await cache.clearSession(undefined);
    expect((await cache.ask({ key: "k", scope: "session" }, now)).source).toBe("fresh");
  });

  test("clear by scope", async () => {
    const cache = createVerdictCache();
    const { now } = judge();
    const inSession: CacheQuestion = { key: "k", scope: "session", session: "a" };
    const fill = async (): Promise<string[]> => [
      (await cache.ask(inSession, now)).source,
      (await cache.ask(inGlobal, now)).source,
    ];
    await fill();
    await cache.clear("session");
    expect(await fill()).toEqual(["fresh", "cache"]);
    await cache.clear("global");
    expect(await fill()).toEqual(["cache", "fresh"]);
    await cache.clear();
    expect(await fill()).toEqual(["fresh", "fresh"]);
  });

  test("none: never kept, never shared", async () => {
    const cache = createVerdictCache();
    const asked = judge();
    const both = Promise.all([
      cache.ask({ key: "k", scope: "none" }, asked.later),
      cache.ask({ key: "k", scope: "none" }, asked.later),
    ]);
    asked.open();
    expect((await both).map(({ source }) => source)).toEqual(["fresh", "fresh"]);
    expect(asked.calls).toBe(2);
    await cache.ask(inGlobal, asked.now);
    expect((await cache.ask({ key: "k", scope: "none" }, asked.now)).source).toBe("fresh");
    expect((await cache.stats()).none).toMatchObject({
      entries: 0,
      misses: 3,
      hits: 0,
      stores: 0,
      inFlight: 0,
    });
  });

  test("a clear that comes while a question is in flight also forgets its answer", async () => {
    for (const clear of ["clearSession", "clear"] as const) {
      const cache = createVerdictCache();
      const question: CacheQuestion = { key: "k", scope: "session", session: "a" };
      const before = judge({ kind: "deny", reason: "before" });
      const first = cache.ask(question, before.later);
      await (clear === "clear" ? cache.clear("session") : cache.clearSession("a"));
      const after = judge({ kind: "approve", reason: "after" });
      const second = cache.ask(question, after.later);
      await Promise.resolve();
      after.open();
      expect(await second).toMatchObject({ source: "fresh", verdict: { reason: "after" } });
      before.open();
      expect(await first).toMatchObject({ source: "fresh", verdict: { reason: "before" } });
      expect(await cache.ask(question, judge().now)).toMatchObject({
        source: "cache",
        verdict: { reason: "after" },
      });
    }
  });

  test("the end of a forgotten flight leaves the one that took its place", async () => {
    const cache = createVerdictCache();
    const [before, after] = [judge(), judge()];
    const first = cache.ask(inGlobal, before.later);
    await cache.clear();
    const second = cache.ask(inGlobal, after.later);
    before.open();
    await first;
    const third = cache.ask(inGlobal, after.later);
    after.open();
    expect((await second).source).toBe("fresh");
    expect((await third).source).toBe("flight");
    expect(after.calls).toBe(1);
  });
});

describe("time", () => {
  test.each([
    ["at once", 0, "cache"],
    ["a moment before the end", 299_999, "cache"],
    ["at the end", 300_000, "fresh"],
    ["long after", 1e12, "fresh"],
    ["before it was stored: the clock jumped back", -1, "fresh"],
    ["when the clock is broken", Number.NaN, "fresh"],
  ])("a global answer %s", async (_name, later, source) => {
    let now = 1_000;
    const cache = createVerdictCache({ clock: () => now });
    await cache.ask(inGlobal, judge().now);
    now += later;
    expect((await cache.ask(inGlobal, judge().now)).source).toBe(source);
  });

  test("a session's answer has no end", async () => {
    let now = 0;
    const cache = createVerdictCache({ clock: () => now });
    await cache.ask({ key: "k", scope: "session" }, judge().now);
    now = 1e12;
    expect((await cache.ask({ key: "k", scope: "session" }, judge().now)).source).toBe("cache");
  });

  test("an answer that came back from the future stays away", async () => {
    let now = 1_000;
    const cache = createVerdictCache({ clock: () => now });
    await cache.ask(inGlobal, judge().now);
    now = 500;
    await cache.ask(inGlobal, judge(timeout).now);
    now = 1_001;
    expect((await cache.ask(inGlobal, judge().now)).source).toBe("fresh");
  });

  test.each([9_999, 0, -1, Number.NaN])("a TTL of %d ms is refused", (globalTtlMs) => {
    expect(() => createVerdictCache({ globalTtlMs })).toThrow(
      "expected `globalTtlMs` to be at least 10000 ms",
    );
  });
});

describe("failures", () => {
  test("are never kept, in any scope", async () => {
    const cache = createVerdictCache();
    for (const scope of ["none", "session", "global"] as const) {
      expect(await cache.ask({ key: "k", scope }, judge(timeout).now)).toEqual({
        verdict: timeout,
        source: "fresh",
      });
      expect(await cache.ask({ key: "k", scope }, judge().now)).toEqual({
        verdict: approve,
        source: "fresh",
      });
    }
  });

  test("a flight that fails or throws does not poison the next", async () => {
    const cache = createVerdictCache();
    const boom = new Error("boom");
    const failing = judge(() => {
      throw boom;
    });
    const callers = [cache.ask(inGlobal, failing.later), cache.ask(inGlobal, failing.later)];
    await Promise.resolve();
    failing.open();
    expect(await Promise.allSettled(callers)).toEqual([
      { status: "rejected", reason: boom },
      { status: "rejected", reason: boom },
    ]);
    expect(failing.calls).toBe(1);
    expect(await cache.ask(inGlobal, judge().now)).toEqual({ verdict: approve, source: "fresh" });
    expect((await cache.stats()).global).toMatchObject({ inFlight: 0, stores: 1 });
  });
});

describe("single flight", () => {
  test("1,000 concurrent equal questions make one call", async () => {
    const cache = createVerdictCache();
    const asked = judge();
    const all = Promise.all(Array.from({ length: 1_000 }, () => cache.ask(inGlobal, asked.later)));
    await Promise.resolve();
    expect((await cache.stats()).global.inFlight).toBe(1);
    asked.open();
    const answers = await all;
    expect(asked.calls).toBe(1);
    expect(answers.filter(({ source }) => source === "fresh")).toHaveLength(1);
    expect(answers.filter(({ source }) => source === "flight")).toHaveLength(999);
    expect(new Set(answers.map(({ verdict }) => verdict)).size).toBe(1);
    expect((await cache.stats()).global).toMatchObject({
      misses: 1,
      joins: 999,
      stores: 1,
      hits: 0,
      inFlight: 0,
    });
  });

  test("different keys and different sessions fly apart", async () => {
    const cache = createVerdictCache();
    const asked = judge();
    const all = Promise.all([
      cache.ask({ key: "k1", scope: "global" }, asked.later),
      cache.ask({ key: "k", scope: "session", session: "1" }, asked.later),
      cache.ask({ key: "k", scope: "session", session: "2" }, asked.later),
      cache.ask({ key: "k", scope: "session" }, asked.later),
    ]);
    await Promise.resolve();
    asked.open();
    await all;
    expect(asked.calls).toBe(4);
  });

  test("one caller's abort does not touch the others", async () => {
    const cache = createVerdictCache();
    const asked = judge();
    const leaving = new AbortController();
    const first = cache.ask(inGlobal, asked.later, { signal: leaving.signal });
    const second = cache.ask(inGlobal, asked.later, { signal: new AbortController().signal });
    const third = cache.ask(inGlobal, asked.later);
    leaving.abort(new Error("left"));
    await expect(first).rejects.toThrow("left");
    expect(asked.signals[0]?.aborted).toBe(false);
    asked.open();
    expect((await second).verdict).toEqual(approve);
    expect((await third).verdict).toEqual(approve);
    expect(asked.calls).toBe(1);
  });

  test("every caller is told when the judge is asked and when that is over, whoever asks it", async () => {
    const slow = memoryStore();
    let settle = (): void => undefined;
    const settling = new Promise<void>((resolve) => (settle = resolve));
    const store: VerdictStore = {
      ...slow,
      settle: async (...entry) => {
        await settling;
        return slow.settle(...entry);
      },
    };
    const cache = createVerdictCache({ store });
    const asked = judge();
    const told: Record<string, boolean[]> = { first: [], joined: [], left: [], late: [] };
    const leaving = new AbortController();
    const wait = (name: string) => ({ onComputing: (computing: boolean) => told[name]?.push(computing) });
    const broken = {
      onComputing: () => {
        throw new Error("broken listener");
      },
    };
    const first = cache.ask(inGlobal, asked.later, wait("first"));
    const joined = cache.ask(inGlobal, asked.later, wait("joined"));
    const left = cache.ask(inGlobal, asked.later, { ...wait("left"), signal: leaving.signal });
    const alone = cache.ask({ key: "k", scope: "none" }, asked.later, broken);
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    const late = cache.ask(inGlobal, asked.later, wait("late"));
    expect(told).toEqual({ first: [true], joined: [true], left: [true], late: [true] });
    leaving.abort(new Error("left"));
    await expect(left).rejects.toThrow("left");
    asked.open();
    // The answer is there, and is being stored: that is not the judge's time any more.
    expect((await alone).verdict).toEqual(approve);
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    expect(told).toEqual({ first: [true, false], joined: [true, false], left: [true], late: [true, false] });
    settle();
    for (const caller of [first, joined, late]) expect((await caller).verdict).toEqual(approve);
    const kept: boolean[] = [];
    await cache.ask(inGlobal, asked.later, { onComputing: (computing) => kept.push(computing) });
    expect(kept).toEqual([]);
  });

  test("when all have left, the flight is told, and the next question starts anew", async () => {
    for (const scope of ["none", "global"] as const) {
      const cache = createVerdictCache();
      const asked = judge();
      const [one, two] = [new AbortController(), new AbortController()];
      const callers = [one, two].map(({ signal }) => cache.ask({ key: "k", scope }, asked.later, { signal }));
      await Promise.resolve();
      one.abort(new Error("one"));
      two.abort(new Error("two"));
      const settled = await Promise.allSettled(callers);
      expect(
        settled.map((result) => (result.status === "rejected" ? String(result.reason) : "answered")),
      ).toEqual(["Error: one", "Error: two"]);
      expect(asked.signals.every(({ aborted }) => aborted)).toBe(true);
      const next = judge({ kind: "deny", reason: "next" });
      expect(await cache.ask({ key: "k", scope }, next.now)).toMatchObject({ source: "fresh" });
      // The abandoned call answers after all: nobody hears it.
      asked.open();
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (scope === "global") {
        expect((await cache.ask(inGlobal, judge().now)).verdict).toMatchObject({ reason: "next" });
      }
      expect((await cache.stats())[scope].inFlight).toBe(0);
    }
  });

  test("an aborted caller does not even ask", async () => {
    const asked = judge();
    await expect(
      createVerdictCache().ask(inGlobal, asked.now, { signal: AbortSignal.abort(new Error("early")) }),
    ).rejects.toThrow("early");
    expect(asked.calls).toBe(0);
  });
});

test("verdicts come out frozen, and the judge's own object stays its own", async () => {
  const cache = createVerdictCache();
  const mine = structuredClone(approve);
  const { verdict } = await cache.ask(inGlobal, async () => mine);
  (mine.context as string[]).push("changed later");
  expect(verdict).toEqual(approve);
  const frozen = (value: unknown): boolean =>
    typeof value !== "object" ||
    value === null ||
    (Object.isFrozen(value) && Object.values(value).every(frozen));
  expect(frozen(verdict)).toBe(true);
  expect(frozen((await cache.ask(inGlobal, judge().now)).verdict)).toBe(true);
  expect(frozen((await cache.ask({ key: "k", scope: "none" }, judge(timeout).now)).verdict)).toBe(true);
});

describe("a look at what is kept", () => {
  test("gives what `ask` would give, and counts as its hit", async () => {
    let now = 0;
    const cache = createVerdictCache({ clock: () => now });
    expect(cache.kept?.(inGlobal)).toBeUndefined();
    await cache.ask(inGlobal, judge().now);
    expect(cache.kept?.(inGlobal)).toEqual(approve);
    expect(Object.isFrozen(cache.kept?.(inGlobal))).toBe(true);
    expect(cache.kept?.({ ...inGlobal, key: "other" })).toBeUndefined();
    expect(cache.kept?.({ key: "k", scope: "session", session: "a" })).toBeUndefined();
    expect(cache.kept?.({ key: "k", scope: "none" })).toBeUndefined();
    expect((await cache.stats()).global).toMatchObject({ hits: 2, misses: 1, joins: 0, inFlight: 0 });
    now = 300_000;
    expect(cache.kept?.(inGlobal)).toBeUndefined();
    expect((await cache.stats()).global).toMatchObject({ hits: 2, expired: 1 });
  });

  test("gives nothing after a clear, and nothing of another session", async () => {
    const cache = createVerdictCache();
    const mine: CacheQuestion = { key: "k", scope: "session", session: "a" };
    await cache.ask(mine, judge().now);
    expect(cache.kept?.({ ...mine, session: "b" })).toBeUndefined();
    expect(cache.kept?.({ key: "k", scope: "session" })).toBeUndefined();
    expect(cache.kept?.(mine)).toEqual(approve);
    await cache.clearSession("a");
    expect(cache.kept?.(mine)).toBeUndefined();
  });

  test("leaves a question in flight to `ask`, and claims nothing", async () => {
    const cache = createVerdictCache();
    const one = judge();
    const asked = cache.ask(inGlobal, one.later);
    expect(cache.kept?.(inGlobal)).toBeUndefined();
    const joined = cache.ask(inGlobal, one.later);
    one.open();
    expect([(await asked).source, (await joined).source, one.calls]).toEqual(["fresh", "flight", 1]);
  });

  test("gives nothing when the store cannot look, or fails", async () => {
    const { find: _, ...blind } = memoryStore();
    const failing = {
      ...memoryStore(),
      find: () => {
        throw new Error("down");
      },
    };
    for (const store of [blind, failing]) {
      const cache = createVerdictCache({ store });
      await cache.ask(inGlobal, judge().now);
      expect(cache.kept?.(inGlobal)).toBeUndefined();
      expect((await cache.ask(inGlobal, judge().now)).source).toBe("cache");
    }
  });

  test("refuses a key that is none", () => {
    expect(() => createVerdictCache().kept?.({ key: "", scope: "global" })).toThrow("expected `key`");
  });
});

test.each(["", "k".repeat(1_025), undefined, 1])("a key that is none is refused: %.9j", async (key) => {
  await expect(
    createVerdictCache().ask({ key: key as string, scope: "global" }, judge().now),
  ).rejects.toThrow("expected `key` to be a string of 1 to 1024 characters");
});

describe("a store that does not work", () => {
  const broken = (works: () => boolean): VerdictStore => {
    const store = memoryStore();
    const fail = (): never => {
      throw Object.assign(new Error("redis://:hunter2@host is down"), { code: "ECONNREFUSED" });
    };
    return {
      ...store,
      kind: "broken",
      claim: (slot) => (works() ? store.claim(slot) : fail()),
      settle: (slot, ticket, answer) => (works() ? store.settle(slot, ticket, answer) : fail()),
      release: (slot, ticket) => (works() ? store.release(slot, ticket) : fail()),
    };
  };

  test("means a right answer, one notice, and one when it is over", async () => {
    let works = false;
    const notices: StoreNotice[] = [];
    const cache = createVerdictCache({
      store: broken(() => works),
      onNotice: (notice) => notices.push(notice),
    });
    for (let i = 0; i < 3; i++) {
      expect(await cache.ask(inGlobal, judge().now)).toEqual({ verdict: approve, source: "fresh" });
    }
    works = true;
    expect((await cache.ask(inGlobal, judge().now)).source).toBe("fresh");
    expect((await cache.ask(inGlobal, judge().now)).source).toBe("cache");
    works = false;
    expect((await cache.ask(inGlobal, judge(timeout).now)).verdict).toEqual(timeout);
    expect(notices.map(({ code }) => code)).toEqual([
      "store-unavailable",
      "store-recovered",
      "store-unavailable",
    ]);
    expect(notices[0]?.message).toContain("(ECONNREFUSED)");
    expect(JSON.stringify(notices)).not.toContain("hunter2");
  });

  test("still shares the flight", async () => {
    const cache = createVerdictCache({ store: broken(() => false) });
    const asked = judge();
    const all = Promise.all(Array.from({ length: 10 }, () => cache.ask(inGlobal, asked.later)));
    await Promise.resolve();
    await Promise.resolve();
    asked.open();
    await all;
    expect(asked.calls).toBe(1);
  });

  test("an answer that cannot be stored is given all the same", async () => {
    let works = true;
    const cache = createVerdictCache({ store: broken(() => works) });
    const { verdict } = await cache.ask(inGlobal, async () => {
      works = false;
      return approve;
    });
    expect(verdict).toEqual(approve);
  });

  test("a broken log changes nothing", async () => {
    const cache = createVerdictCache({
      store: broken(() => false),
      onNotice: () => {
        throw new Error("disk full");
      },
    });
    expect((await cache.ask(inGlobal, judge().now)).verdict).toEqual(approve);
  });
});

describe("bounds", () => {
  test("entries: the least recently used goes", async () => {
    const cache = createVerdictCache({ maxEntries: 2 });
    const ask = async (key: string): Promise<string> =>
      (await cache.ask({ key, scope: "global" }, judge().now)).source;
    expect([await ask("a"), await ask("b"), await ask("a"), await ask("c")]).toEqual([
      "fresh",
      "fresh",
      "cache",
      "fresh",
    ]);
    expect([await ask("a"), await ask("c"), await ask("b")]).toEqual(["cache", "cache", "fresh"]);
    expect((await cache.stats()).global).toMatchObject({ entries: 2, evictions: 2 });
  });

  test("bytes: the bound holds for answers of any size", async () => {
    const maxBytes = 100_000;
    const cache = createVerdictCache({ maxBytes });
    for (let i = 0; i < 200; i++) {
      const reason = "x".repeat((i * 37) % 4_000);
      await cache.ask(
        { key: `${i}`, scope: i % 2 ? "global" : "session", session: `${i % 5}` },
        async () => ({
          kind: "deny",
          reason,
        }),
      );
      const { session, global } = await cache.stats();
      expect(session.bytes + global.bytes).toBeLessThanOrEqual(maxBytes);
      expect(session.bytes + global.bytes).toBeGreaterThan(0);
    }
    await cache.clear();
    expect(await cache.stats()).toMatchObject({
      session: { entries: 0, bytes: 0 },
      global: { entries: 0, bytes: 0 },
    });
  });

  test("an answer that is too large is given, and not kept", async () => {
    const cache = createVerdictCache({ maxBytes: 100_000 });
    const huge: Answer = { kind: "deny", reason: "x".repeat(50_000) };
    expect((await cache.ask(inGlobal, judge(huge).now)).verdict).toEqual(huge);
    expect((await cache.ask(inGlobal, judge(huge).now)).source).toBe("fresh");
    expect((await cache.stats()).global).toMatchObject({ entries: 0, bytes: 0, stores: 0 });
  });

  test.each([{ maxEntries: 0 }, { maxEntries: 1.5 }, { maxBytes: -1 }, { maxBytes: Number.NaN }])(
    "%j is refused",
    (bounds) => {
      expect(() => createVerdictCache(bounds)).toThrow("to be a positive integer");
    },
  );
});

test("the cache equals a list of what was stored, under clock jumps", async () => {
  type Step = {
    readonly op: "ask" | "clearSession" | "jump";
    readonly key: string;
    readonly where: string;
    readonly by: number;
  };
  const step: fc.Arbitrary<Step> = fc.record({
    op: fc.constantFrom("ask", "ask", "ask", "clearSession", "jump"),
    key: fc.constantFrom("a", "b", "c"),
    where: fc.constantFrom("global", "s1", "s2"),
    by: fc.integer({ min: -20_000, max: 40_000 }),
  });
  await assertLaw(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      let now = 0;
      let version = 0;
      const model = new Map<string, { at: number; version: number }>();
      const cache = createVerdictCache({ clock: () => now, globalTtlMs: 30_000 });
      for (const { op, key, where, by } of steps) {
        if (op === "jump") now += by;
        else if (op === "clearSession") {
          await cache.clearSession(where);
          for (const name of model.keys())
            if (where !== "global" && name.startsWith(where)) model.delete(name);
        } else {
          const name = `${where}/${key}`;
          const held = model.get(name);
          const age = held === undefined ? Number.NaN : now - held.at;
          const fresh = !(age >= 0 && (where !== "global" || age < 30_000));
          if (fresh) model.set(name, { at: now, version: ++version });
          const question: CacheQuestion =
            where === "global" ? { key, scope: "global" } : { key, scope: "session", session: where };
          const asked = await cache.ask(question, async () => ({ kind: "warn", reason: `${version}` }));
          expect(asked).toEqual({
            verdict: { kind: "warn", reason: `${model.get(name)?.version}` },
            source: fresh ? "fresh" : "cache",
          });
        }
      }
      const stats: CacheStats = await cache.stats();
      expect(stats.session.inFlight + stats.global.inFlight).toBe(0);
    }),
    { quick: 500 },
  );
});
