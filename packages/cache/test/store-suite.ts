import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Answer, Verdict } from "@gatehouse-hooks/engine";
import type { Partition, Slot, StoredScope, VerdictStore } from "@gatehouse-hooks/cache";
import { createVerdictCache } from "@gatehouse-hooks/cache";
import { assertLaw } from "../../../test/assert-law.js";

/** How a kind of store is tried. */
export interface Bench {
  /** Another store on the same data, if the kind can share it; else a store of its own. */
  open(): VerdictStore;
  /** Lets time pass, for the stores. */
  wait(ms: number): Promise<void>;
  /** Removes all data. */
  remove(): Promise<void>;
}

export interface SuiteOptions {
  /** Several stores see the same data. */
  readonly shared: boolean;
  readonly runs: number;
}

const full: Answer = {
  kind: "deny",
  reason: "né 😀 \ud800 \u0000 \n \u2028",
  warnings: ["w1", ""],
  context: ["c"],
  systemMessages: ["s"],
  updatedInput: JSON.parse('{"a":{"b":[1,null,{"__proto__":{"x":1}}]},"":0.1}') as NonNullable<
    Answer["updatedInput"]
  >,
  source: "judge",
  ms: 12.5,
  usage: { inputTokens: 100, outputTokens: 0 },
};

const sessions = ["a", "b", "", undefined, "a\u0000b", "\ud800", "\ufffd", "global", "é", "x".repeat(3_000)];

function slot(scope: StoredScope, key = "k", session?: string, ttlMs = 300_000): Slot {
  const partition: Partition =
    scope === "global" ? { scope } : { scope, ...(session !== undefined && { session }) };
  return { partition, key, ttlMs };
}

function answer(reason: string): Answer {
  return { kind: "warn", reason };
}

async function put(store: VerdictStore, at: Slot, value: Answer): Promise<boolean> {
  const claim = await store.claim(at);
  if (claim.kind === "own") return store.settle(at, claim.ticket, value);
  throw new Error(`expected to own the question, got ${claim.kind}`);
}

async function get(store: VerdictStore, at: Slot): Promise<Answer | undefined> {
  const found = store.find?.(at);
  const claim = await store.claim(at);
  if (store.find !== undefined) expect(found).toEqual(claim.kind === "hit" ? claim.answer : undefined);
  if (claim.kind === "hit") return claim.answer;
  if (claim.kind === "own") await store.release(at, claim.ticket);
  return undefined;
}

/** What every store must do. */
export function storeSuite(name: string, makeBench: () => Promise<Bench>, options: SuiteOptions): void {
  describe(`${name} store`, () => {
    let bench: Bench;
    let opened: VerdictStore[];
    const open = (): VerdictStore => {
      const store = bench.open();
      opened.push(store);
      return store;
    };
    beforeEach(async () => {
      bench = await makeBench();
      opened = [];
    });
    afterEach(async () => {
      for (const store of opened) await store.close();
      await bench.remove();
    });

    test("has nothing at first, and keeps an answer as it was", async () => {
      const store = open();
      for (const at of [slot("global"), slot("session", "k", "a"), slot("session")]) {
        expect(await get(store, at)).toBeUndefined();
        expect(await put(store, at, full)).toBe(true);
        expect(await get(store, at)).toEqual(full);
      }
    });

    test("keeps partitions and keys apart", async () => {
      const store = open();
      const keys = [
        "k",
        "k2",
        "K",
        "k\u0000",
        "1:k",
        "k".repeat(1_024),
        "é",
        "e\u0301",
        "{k}",
        "*",
        "\ud800",
        "\ud801",
      ];
      const slots = [
        ...sessions.map((session) => slot("session", "k", session)),
        ...keys.map((key) => slot("global", key)),
        ...keys.slice(1).map((key) => slot("session", key, "a")),
      ];
      for (const [i, at] of slots.entries()) await put(store, at, answer(`${i}`));
      for (const [i, at] of slots.entries()) expect(await get(store, at)).toEqual(answer(`${i}`));
    });

    test("clears one session and nothing else", async () => {
      const store = open();
      const slots = [...sessions.map((session) => slot("session", "k", session)), slot("global")];
      for (const [i, at] of slots.entries()) await put(store, at, answer(`${i}`));
      await store.clearSession("a");
      await store.clearSession(undefined);
      for (const [i, at] of slots.entries()) {
        expect(await get(store, at)).toEqual(i === 0 || i === 3 ? undefined : answer(`${i}`));
      }
      expect(await put(store, slots[0] as Slot, answer("again"))).toBe(true);
      expect(await get(store, slots[0] as Slot)).toEqual(answer("again"));
    });

    test.each<[StoredScope | undefined, boolean[]]>([
      ["session", [false, false, true]],
      ["global", [true, true, false]],
      [undefined, [false, false, false]],
    ])("clears scope %s", async (scope, kept) => {
      const store = open();
      const slots = [slot("session", "k", "a"), slot("session"), slot("global")];
      for (const at of slots) await put(store, at, answer("x"));
      await store.clear(scope);
      const found: boolean[] = [];
      for (const at of slots) found.push((await get(store, at)) !== undefined);
      expect(found).toEqual(kept);
      for (const [i, at] of slots.entries())
        if (kept[i] === false) expect(await put(store, at, answer("y"))).toBe(true);
    });

    test("does not store what was asked before a clear", async () => {
      const store = open();
      const clears: [Slot, () => void | Promise<void>][] = [
        [slot("session", "k1", "a"), () => store.clearSession("a")],
        [slot("session", "k2"), () => store.clearSession(undefined)],
        [slot("session", "k3", "a"), () => store.clear("session")],
        [slot("global", "k4"), () => store.clear("global")],
        [slot("global", "k5"), () => store.clear()],
      ];
      for (const [at, clear] of clears) {
        const claim = await store.claim(at);
        if (claim.kind !== "own") throw new Error(claim.kind);
        await clear();
        expect(await store.settle(at, claim.ticket, answer("from before"))).toBe(false);
        expect(await get(store, at)).toBeUndefined();
      }
    });

    test("a released question can be asked again", async () => {
      const store = open();
      for (let i = 0; i < 3; i++) expect(await get(store, slot("global"))).toBeUndefined();
      expect(await put(store, slot("global"), full)).toBe(true);
    });

    test("never gives an expired answer", async () => {
      const store = open();
      const brief = slot("global", "brief", undefined, 1_000);
      const long = slot("global", "long");
      await put(store, brief, answer("brief"));
      await put(store, long, answer("long"));
      expect(await get(store, brief)).toEqual(answer("brief"));
      await bench.wait(1_200);
      expect(await get(store, brief)).toBeUndefined();
      expect(await get(store, long)).toEqual(answer("long"));
      await put(store, brief, answer("new"));
      expect(await get(store, brief)).toEqual(answer("new"));
    });

    test("counts what it holds", async () => {
      const store = open();
      const empty = { entries: 0, bytes: 0 };
      expect(await store.stats()).toMatchObject({ session: empty, global: empty });
      for (let i = 0; i < 5; i++) await put(store, slot("global", `k${i}`), full);
      await put(store, slot("session", "k", "a"), full);
      await put(store, slot("session", "k", "b"), full);
      const { session, global } = await store.stats();
      expect([session.entries, global.entries]).toEqual([2, 5]);
      expect(session.bytes).toBeGreaterThan(JSON.stringify(full).length);
      expect(global.bytes).toBeGreaterThan(session.bytes);
      await store.clearSession("a");
      await store.clear("global");
      expect(await store.stats()).toMatchObject({ session: { entries: 1 }, global: empty });
    });

    test("an answer that is too large is not kept, and nothing breaks", async () => {
      const store = open();
      await put(store, slot("global", "other"), full);
      expect(await put(store, slot("global"), answer("x".repeat(8 * 1024 * 1024)))).toBe(false);
      expect(await get(store, slot("global"))).toBeUndefined();
      expect(await get(store, slot("global", "other"))).toEqual(full);
    });

    test("answers come out frozen", async () => {
      const store = open();
      await put(store, slot("global"), Object.freeze(full));
      const anything = { key: "k", scope: "global", accepts: () => true } as const;
      const { verdict } = await createVerdictCache({ store }).ask(anything, never);
      expect(verdict).toEqual(full);
      if (options.shared) {
        const again = await get(open(), slot("global"));
        expect(
          Object.isFrozen(again) && Object.isFrozen(again?.updatedInput) && Object.isFrozen(again?.warnings),
        ).toBe(true);
      }
    });

    test("100 equal questions through a cache make one call, and failures none that lasts", async () => {
      const cache = createVerdictCache({ store: open() });
      let calls = 0;
      const ask = (verdict: Verdict): Promise<unknown> =>
        cache.ask({ key: "k", scope: "session", session: "a", accepts: () => true }, async () => {
          calls++;
          await new Promise((resolve) => setTimeout(resolve, 5));
          return verdict;
        });
      await ask({ kind: "failure", code: "timeout", message: "m" });
      await Promise.all(Array.from({ length: 100 }, () => ask(full)));
      await ask(full);
      expect(calls).toBe(2);
      await cache.close();
    });

    test("holds what a map would hold", async () => {
      const step = fc.oneof(
        {
          weight: 6,
          arbitrary: fc.record({
            op: fc.constant("ask"),
            where: fc.constantFrom("a", "b", "-", "global"),
            key: fc.constantFrom("1", "2", "3"),
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({
            op: fc.constant("clearSession"),
            where: fc.constantFrom("a", "-"),
            key: fc.constant(""),
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({
            op: fc.constant("clear"),
            where: fc.constantFrom("session", "global"),
            key: fc.constant(""),
          }),
        },
        {
          weight: 1,
          arbitrary: fc.record({ op: fc.constant("reopen"), where: fc.constant(""), key: fc.constant("") }),
        },
      );
      await assertLaw(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          let store = open();
          await store.clear();
          const model = new Map<string, string>();
          const forget = (isMeant: (name: string) => boolean): void => {
            for (const name of [...model.keys()]) if (isMeant(name)) model.delete(name);
          };
          for (const [i, { op, where, key }] of steps.entries()) {
            const session = where === "-" ? undefined : where;
            if (op === "clearSession") {
              await store.clearSession(session);
              forget((name) => name.startsWith(`${where}/`));
            } else if (op === "clear") {
              await store.clear(where === "global" ? where : "session");
              forget((name) => name.startsWith("global/") === (where === "global"));
            } else if (op === "reopen") {
              if (!options.shared) continue;
              await store.close();
              store = open();
            } else {
              const at = where === "global" ? slot("global", key) : slot("session", key, session);
              const name = `${where}/${key}`;
              const found = await get(store, at);
              expect(found?.reason).toBe(model.get(name));
              if (found !== undefined) continue;
              await put(store, at, answer(`${i}`));
              model.set(name, `${i}`);
            }
          }
          await store.close();
        }),
        { quick: options.runs, deep: 10 * options.runs },
      );
    });

    if (!options.shared) return;

    test("two stores on the same data see each other's answers and clears", async () => {
      const [one, two] = [open(), open()];
      await put(one, slot("global"), answer("from one"));
      expect(await get(two, slot("global"))).toEqual(answer("from one"));
      await put(two, slot("session", "k", "a"), answer("from two"));
      expect(await get(one, slot("session", "k", "a"))).toEqual(answer("from two"));
      await one.clearSession("a");
      expect(await get(two, slot("session", "k", "a"))).toBeUndefined();
      expect(await get(two, slot("global"))).toEqual(answer("from one"));
      await two.clear();
      expect(await get(one, slot("global"))).toBeUndefined();
    });

    test("a clear by one store voids what the other has asked before", async () => {
      const [one, two] = [open(), open()];
      for (const clear of [() => two.clearSession("a"), () => two.clear("session"), () => two.clear()]) {
        const at = slot("session", "k", "a");
        const claim = await one.claim(at);
        if (claim.kind !== "own") throw new Error(claim.kind);
        await clear();
        expect(await one.settle(at, claim.ticket, answer("from before"))).toBe(false);
        expect(await get(two, at)).toBeUndefined();
      }
    });

    test("answers outlive the store that stored them", async () => {
      const one = open();
      await put(one, slot("global"), full);
      await one.close();
      expect(await get(open(), slot("global"))).toEqual(full);
    });
  });
}

function never(): Promise<Verdict> {
  throw new Error("asked although the answer is kept");
}
