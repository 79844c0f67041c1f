import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "@gatehouse-hooks/engine";
import type { StoreNotice, Slot, SyncVerdictStore } from "@gatehouse-hooks/cache";
import { createVerdictCache } from "@gatehouse-hooks/cache";
import { fileStore } from "../src/file/file-store.js";
import { storeSuite } from "./store-suite.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-cache-"));
  path = join(folder, "verdicts");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

storeSuite(
  "file",
  async () => {
    let now = 1_000_000;
    const own = mkdtempSync(join(tmpdir(), "gatehouse-cache-"));
    return {
      open: () => fileStore(join(own, "verdicts"), { clock: () => now }),
      wait: async (ms) => void (now += ms),
      remove: async () => rmSync(own, { recursive: true, force: true }),
    };
  },
  { shared: true, runs: 100 },
);

const answer: Answer = { kind: "deny", reason: "no" };

function slot(key: string, ttlMs = 300_000): Slot {
  return { partition: { scope: "global" }, key, ttlMs };
}

function put(store: SyncVerdictStore, key: string, value: Answer = answer, ttlMs?: number): boolean {
  const at = slot(key, ttlMs);
  const claim = store.claim(at);
  if (claim.kind !== "own") throw new Error("expected to own the question");
  return store.settle(at, claim.ticket, value);
}

function has(store: SyncVerdictStore, key: string, ttlMs?: number): boolean {
  return store.claim(slot(key, ttlMs)).kind === "hit";
}

describe("damage", () => {
  test("a file cut at any byte loses what was cut off, and takes new answers", () => {
    const store = fileStore(path);
    const ends: number[] = [];
    for (let i = 0; i < 3; i++) {
      put(store, `k${i}`, { kind: "warn", reason: "é😀".repeat(i) });
      ends.push(statSync(path).size);
    }
    store.close();
    const whole = readFileSync(path);
    const wrong: string[] = [];
    for (let cut = 0; cut <= whole.length; cut++) {
      writeFileSync(path, whole.subarray(0, cut), { mode: 0o600 });
      const reopened = fileStore(path);
      for (const [i, end] of ends.entries()) {
        // The last byte is the line break: without it the next append ends the line.
        if (cut === end - 1) continue;
        if (has(reopened, `k${i}`) !== cut >= end) wrong.push(`cut at ${cut}: k${i}`);
      }
      put(reopened, "new");
      reopened.close();
      const again = fileStore(path);
      if (!has(again, "new")) wrong.push(`cut at ${cut}: new`);
      for (const [i, end] of ends.entries()) {
        if (cut >= end && !has(again, `k${i}`)) wrong.push(`cut at ${cut}: k${i} after an append`);
      }
      again.close();
    }
    expect(wrong).toEqual([]);
  });

  test("a changed byte loses at most the answer it is in, and never changes one", () => {
    const store = fileStore(path);
    for (let i = 0; i < 4; i++) put(store, `k${i}`);
    store.close();
    const whole = readFileSync(path);
    const header = whole.indexOf("\n") + 1;
    for (let at = header; at < whole.length; at += 3) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ 1;
      writeFileSync(path, damaged, { mode: 0o600 });
      const reopened = fileStore(path);
      const found = [0, 1, 2, 3].map((i) => reopened.claim(slot(`k${i}`)));
      const hits = found.filter((claim) => claim.kind === "hit");
      // A damaged line break joins two lines.
      expect(hits.length).toBeGreaterThanOrEqual(2);
      for (const hit of hits) expect(hit).toEqual({ kind: "hit", answer });
      reopened.close();
    }
  });

  test.each([
    ["nonsense", "nonsense"],
    ["a line without tag", '{"v":1,"o":"put"}'],
    ["binary", "\u0000\u0001\ufffd"],
    ["a very long line", "x".repeat(200_000)],
  ])("%s between the lines is passed over", (_name, line) => {
    const store = fileStore(path);
    put(store, "before");
    appendFileSync(path, `\n${line}\n`);
    put(store, "after");
    expect([has(store, "before"), has(store, "after")]).toEqual([true, true]);
    const reopened = fileStore(path);
    expect([has(reopened, "before"), has(reopened, "after")]).toEqual([true, true]);
    store.close();
    reopened.close();
  });

  test("a line that is still being written is read when it is whole", () => {
    const store = fileStore(path);
    put(store, "k");
    const record = readFileSync(path, "utf8").slice("gatehouse-verdicts 1".length);
    rmSync(path);
    writeFileSync(path, `gatehouse-verdicts 1${record.slice(0, 100)}`, { mode: 0o600 });
    const reader = fileStore(path);
    expect(has(reader, "k")).toBe(false);
    appendFileSync(path, record.slice(100, -1));
    expect(has(reader, "k")).toBe(false);
    appendFileSync(path, record.slice(-1));
    expect(has(reader, "k")).toBe(true);
  });

  test("a file that vanishes or is emptied is begun again", () => {
    const store = fileStore(path);
    put(store, "k");
    rmSync(path);
    expect(has(store, "k")).toBe(false);
    put(store, "k");
    expect(has(store, "k")).toBe(true);
    writeFileSync(path, "");
    expect(has(store, "k")).toBe(false);
    put(store, "k");
    expect(has(fileStore(path), "k")).toBe(true);
    store.close();
  });
});

describe("what is not a cache file is left alone", () => {
  test.each([
    ["another text", "#!/bin/sh\necho important\n"],
    ["a cache of another version", "gatehouse-verdicts 2\n\nx\n"],
    ["a longer first line", "gatehouse-verdicts 10\n"],
    ["an empty first line", "\nimportant\n"],
  ])("%s", async (_name, text) => {
    writeFileSync(path, text, { mode: 0o600 });
    const notices: StoreNotice[] = [];
    const cache = createVerdictCache({ store: fileStore(path), onNotice: (notice) => notices.push(notice) });
    for (let i = 0; i < 3; i++) {
      expect((await cache.ask({ key: "k", scope: "global" }, async () => answer)).source).toBe("fresh");
    }
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.message).toContain("(file-unsafe)");
    await cache.close();
  });

  test("a link, a folder, a file that others can write", () => {
    const target = join(folder, "target");
    writeFileSync(target, "");
    symlinkSync(target, path);
    expect(() => fileStore(path).claim(slot("k"))).toThrow();
    expect(() => fileStore(folder).claim(slot("k"))).toThrow();
    const open = join(folder, "open");
    writeFileSync(open, "");
    chmodSync(open, 0o666);
    expect(() => fileStore(open).claim(slot("k"))).toThrow("only its owner");
    chmodSync(open, 0o600);
    expect(put(fileStore(open), "k")).toBe(true);
  });

  test("a new file is its owner's alone", () => {
    put(fileStore(path), "k");
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe("secret", () => {
  test("entries without it, or with another, are not believed", () => {
    const plain = fileStore(path);
    put(plain, "k", { kind: "approve", reason: "forged" });
    const mine = fileStore(path, { secret: "s1" });
    expect(has(mine, "k")).toBe(false);
    put(mine, "k");
    expect(mine.claim(slot("k"))).toEqual({ kind: "hit", answer });
    expect(has(fileStore(path, { secret: "s2" }), "k")).toBe(false);
    expect(has(fileStore(path, { secret: "s1" }), "k")).toBe(true);
  });
});

describe("time", () => {
  test("an answer from the future is a miss; a session's answer ends after its own TTL", () => {
    let now = 1_000_000;
    const open = (): SyncVerdictStore => fileStore(path, { clock: () => now, sessionTtlMs: 1_000 });
    const store = open();
    put(store, "k");
    const inSession: Slot = { partition: { scope: "session", session: "a" }, key: "k", ttlMs: Infinity };
    const claim = store.claim(inSession);
    if (claim.kind !== "own") throw new Error("expected to own the question");
    store.settle(inSession, claim.ticket, answer);
    now -= 1;
    expect(has(open(), "k")).toBe(false);
    now += 1_000;
    expect(open().claim(inSession)).toMatchObject({ kind: "hit" });
    now += 1;
    expect(open().claim(inSession)).toMatchObject({ kind: "own" });
  });

  test("the reader's TTL counts as well as the writer's", () => {
    let now = 0;
    put(fileStore(path, { clock: () => now }), "long", answer, 1_000);
    put(fileStore(path, { clock: () => now }), "brief", answer, 10);
    now = 50;
    const store = fileStore(path, { clock: () => now });
    expect([has(store, "long", 1_000), has(store, "brief", 1_000), has(store, "long", 20)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("bounds", () => {
  const maxBytes = 64 * 1024;

  test("the file stays within its bound, and the latest answers stay in it", () => {
    const store = fileStore(path, { maxBytes });
    const value: Answer = { kind: "warn", reason: "x".repeat(500) };
    let largest = 0;
    for (let i = 0; i < 1_000; i++) {
      put(store, `k${i}`, value);
      largest = Math.max(largest, statSync(path).size);
      expect(has(store, `k${i}`)).toBe(true);
    }
    // One record more than the bound may be in it when it is noticed.
    expect(largest).toBeLessThanOrEqual(maxBytes + 2_000);
    expect(store.stats()).toMatchObject({ global: { evictions: expect.any(Number) as number } });
    const reopened = fileStore(path, { maxBytes });
    for (let i = 990; i < 1_000; i++) expect(has(reopened, `k${i}`)).toBe(true);
    expect(has(reopened, "k0")).toBe(false);
  });

  test("a replacement keeps clears, and what another store writes", () => {
    const one = fileStore(path, { maxBytes });
    const two = fileStore(path, { maxBytes });
    const inSession: Slot = { partition: { scope: "session", session: "a" }, key: "k", ttlMs: 300_000 };
    const claim = two.claim(inSession);
    if (claim.kind !== "own") throw new Error("expected to own the question");
    one.clearSession("a");
    for (let i = 0; i < 400; i++) put(i % 2 ? one : two, `k${i}`, { kind: "warn", reason: "x".repeat(500) });
    expect(two.settle(inSession, claim.ticket, answer)).toBe(false);
    for (let i = 390; i < 400; i++) expect([has(one, `k${i}`), has(two, `k${i}`)]).toEqual([true, true]);
  });

  test("a replacement that died is taken over, one at work is left to it", () => {
    const scratch = `${path}.replacing`;
    const store = fileStore(path, { maxBytes });
    writeFileSync(scratch, "dead");
    for (let i = 0; i < 300; i++) put(store, `k${i}`, { kind: "warn", reason: "x".repeat(500) });
    expect(statSync(path).size).toBeGreaterThan(maxBytes);
    const old = Date.now() / 1_000 - 60;
    utimesSync(scratch, old, old);
    put(store, "last");
    expect(statSync(path).size).toBeLessThan(maxBytes);
    expect(existsSync(scratch)).toBe(false);
    expect([has(store, "last"), has(store, "k299")]).toEqual([true, true]);
  });

  test("a file far over the bound is begun again", () => {
    put(fileStore(path), "k");
    appendFileSync(path, `\n${"x".repeat(5 * maxBytes)}\n`);
    const store = fileStore(path, { maxBytes });
    expect(has(store, "k")).toBe(false);
    put(store, "k");
    expect(has(store, "k")).toBe(true);
    expect(statSync(path).size).toBeLessThan(maxBytes);
  });
});

test("a folder that is missing: answers, one notice, and recovery", async () => {
  const notices: StoreNotice[] = [];
  const store = fileStore(join(folder, "later", "verdicts"));
  const cache = createVerdictCache({ store, onNotice: (notice) => notices.push(notice) });
  const ask = async (): Promise<string> =>
    (await cache.ask({ key: "k", scope: "global" }, async () => answer)).source;
  expect([await ask(), await ask()]).toEqual(["fresh", "fresh"]);
  const { mkdirSync } = await import("node:fs");
  mkdirSync(join(folder, "later"));
  expect([await ask(), await ask()]).toEqual(["fresh", "cache"]);
  expect(notices.map(({ code }) => code)).toEqual(["store-unavailable", "store-recovered"]);
  expect(notices[0]?.message).not.toContain(folder);
});
