import { fileMemoryStore } from "@gatehouse-hooks/local/memory";
import { isRecord, lookup, parseJsonObject } from "@gatehouse-hooks/json";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { redisMemoryStore } from "@gatehouse-hooks/cache/redis";
import { startRedis } from "../../cache/test/redis-server.js";
import { lawRuns } from "../../../test/assert-law.js";
import { bundleScript } from "../../../test/bundle-script.js";

/** How often a process is ended in the middle of its calls. */
const ROUNDS = lawRuns({ deep: 2, full: 8 });

const root = mkdtempSync(join(tmpdir(), "gatehouse-memories-"));
const redis = await startRedis();
afterAll(async () => {
  await redis.remove();
  rmSync(root, { recursive: true });
});

const program = await bundleScript(join(import.meta.dirname, "memory-process.ts"));
afterAll(() => rmSync(dirname(program), { recursive: true }));

function started(place: string, calls: number, bound: number): ChildProcess {
  return spawn(process.execPath, [program, place, String(calls), String(bound)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** What a process printed until it ended, killed or not. */
async function linesOf(child: ChildProcess): Promise<readonly string[]> {
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((resolve) => child.on("close", resolve));
  return text.split("\n").filter((line) => line !== "");
}

async function counted(place: string): Promise<number> {
  const kept = await readState(place);
  if (typeof kept === "string") throw new Error(kept);
  const { value } = parseJsonObject(kept.text);
  const cells = lookup(value, "cells");
  return Number(isRecord(cells) ? lookup(lookup(cells, "pushes"), "value") : Number.NaN);
}

async function readState(place: string) {
  const key = 'session:["","s"]';
  if (!place.startsWith("redis:")) return await fileMemoryStore(place).read(key);
  const store = redisMemoryStore({ url: redis.url, secret: "s", commandTimeoutMs: 20_000 });
  try {
    return await store.read(key);
  } finally {
    await store.close();
  }
}

/** What is asked of a store: calls of each of twelve processes. In Redis each has to be answered a dozen times where twelve want to be first. */
const STORES: readonly (readonly [string, number, (name: string) => string])[] = [
  ["on the disk", 20, (name) => join(root, name)],
  [
    "in Redis",
    lawRuns({ deep: 4, full: 20 }),
    () => {
      redis.command("FLUSHALL");
      return `redis:${redis.url}`;
    },
  ],
];
const PROCESSES = 12;

describe.each(STORES)("a memory store %s", (_, calls, placeOf) => {
  test("of 12 processes on one session no more calls pass than the bound, and none is lost", async () => {
    const place = placeOf("twelve");
    const total = PROCESSES * calls;
    const bound = total / 8;
    const lines = await Promise.all(
      Array.from({ length: PROCESSES }, () => linesOf(started(place, calls, bound))),
    );
    const all = lines.flat();
    expect(all).toHaveLength(total);
    const passed = all.filter((line) => line === "passed").length;
    expect(passed).toBeLessThanOrEqual(bound);
    expect(await counted(place)).toBe(bound);
    // A call that had to wait too long is denied, and nothing else stands in its way.
    expect(new Set(all)).toEqual(
      new Set(["passed", "denied", ...all.filter((line) => line === "no-memory")]),
    );
  }, 300_000);

  test("whenever a process is killed, no fewer calls are counted than have passed", async () => {
    const place = placeOf("killed");
    let passed = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const child = started(place, 100_000, 1_000_000);
      child.stdout?.once("data", () => setTimeout(() => child.kill("SIGKILL"), 5 + round * 7));
      const lines = await linesOf(child);
      passed += lines.filter((line) => line === "passed").length;
      expect(lines).not.toContain("no-memory");
      expect(await counted(place)).toBeGreaterThanOrEqual(passed);
      // At most the call of the killed process was counted and not told, each time.
      expect(await counted(place)).toBeLessThanOrEqual(passed + round + 1);
    }
  }, 300_000);
});
