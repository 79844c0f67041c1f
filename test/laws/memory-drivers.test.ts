import { type CellDefinition, compilePolicies, decide, readEvent } from "@gatehouse-hooks/engine";
import { isRecord, lookup, parseJsonObject } from "@gatehouse-hooks/json";
import { decideWithMemory, type MemoryStore, processMemoryStore } from "@gatehouse-hooks/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { before, when } from "../arbitraries/cell-updates.js";
import { assertLaw, isLaterTier } from "../assert-law.js";

const BOUND = 2;
const CELLS: readonly CellDefinition[] = [
  { name: "pushes", kind: "count", on: [before('params.c == "push"')], upTo: BOUND },
  {
    name: "secret",
    kind: "flag",
    on: [before('params.c == "secret"')],
    until: [before('params.c == "clear"')],
  },
  { name: "all", kind: "set", on: [before("true", { add: ["params", "c"] })], keep: 3, full: "forget" },
];
const policy = (id: string, text: string, verdict: "deny" | "ask") => ({
  id,
  events: ["before_tool_call"],
  condition: when(text),
  handler: { kind: "static", verdict, reason: id } as const,
});
const { set: SET } = compilePolicies({
  memory: CELLS,
  policies: [
    policy("enough", `params.c == "push" && memory.pushes >= ${BOUND}`, "deny"),
    policy("leak", 'params.c == "send" && memory.secret', "ask"),
  ],
});

const KEY = 'session:["","s"]';
async function decided(store: MemoryStore, c: string): Promise<string> {
  const read = readEvent({ event: "before_tool_call", toolName: "T", params: { c }, sessionKey: "s" });
  if (read.kind === "refused") throw new Error(read.issue.message);
  const { event } = read;
  const { effect } = await decideWithMemory(SET, event, { store, now: () => 1 }, (remembered) =>
    decide(SET, event, new Map(), remembered),
  );
  return effect;
}

async function cellsIn(store: MemoryStore): Promise<string> {
  const kept = await store.read(KEY);
  const cells = typeof kept === "string" ? kept : lookup(parseJsonObject(kept.text).value, "cells");
  return JSON.stringify(
    isRecord(cells) ? Object.fromEntries(CELLS.map(({ name }) => [name, cells[name]])) : cells,
  );
}

/** A store whose every answer waits for its turn, and that says whose write it has taken. */
type Slowed = (store: MemoryStore, turn: () => Promise<void>, wrote: () => void) => MemoryStore;

const versioned: Slowed = (store, turn, wrote) => ({
  read: async (key) => {
    await turn();
    return await store.read(key);
  },
  write: async (key, version, text) => {
    await turn();
    const isFirst = await store.write(key, version, text);
    if (isFirst) wrote();
    return isFirst;
  },
});
/** Writes whatever has been written since. */
const careless: Slowed = (store, turn, wrote) => ({
  ...versioned(store, turn, wrote),
  write: async (key, _version, text) => {
    await turn();
    const kept = await store.read(key);
    wrote();
    return await store.write(key, typeof kept === "string" ? 0 : kept.version, text);
  },
});

const law = (slowed: Slowed) =>
  fc.asyncProperty(
    fc.array(fc.constantFrom("push", "push", "secret", "clear", "send"), { minLength: 2, maxLength: 6 }),
    fc.scheduler(),
    async (calls, scheduler) => {
      const store = processMemoryStore();
      const order: number[] = [];
      const turn = (): Promise<void> => scheduler.schedule(Promise.resolve());
      const all = Promise.all(
        calls.map((c, i) =>
          decided(
            slowed(store, turn, () => order.push(i)),
            c,
          ),
        ),
      );
      await scheduler.waitFor(all);
      const effects = await all;
      const pushed = calls.filter((c, i) => c === "push" && effects[i] === "abstain");
      expect(pushed.length).toBeLessThanOrEqual(BOUND);
      const alone = processMemoryStore();
      for (const i of order) expect(await decided(alone, calls[i] ?? "")).toBe(effects[i]);
      expect(order).toHaveLength(calls.length);
      // What the cells are, and which call made them so.
      expect(await cellsIn(alone)).toBe(await cellsIn(store));
    },
  );

test("memory, serialisable: calls that are decided at once, however they overlap, are decided and remembered as in the order of what they wrote", async () => {
  await assertLaw(law(versioned), { quick: 60 });
});

test.skipIf(isLaterTier())(
  "memory, serialisable: a store that writes whatever the version is caught",
  async () => {
    await expect(fc.assert(law(careless), { numRuns: 2000, endOnFailure: true })).rejects.toThrow();
  },
);
