import { fileMemoryStore } from "@gatehouse-hooks/local/memory";
import { isRecord, lookup, parseJsonObject } from "@gatehouse-hooks/json";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const root = mkdtempSync(join(tmpdir(), "gatehouse-memories-"));
afterAll(() => {
  rmSync(root, { recursive: true });
});

const PROGRAM = join(import.meta.dirname, "memory-process.ts");

function started(folder: string, calls: number, bound: number): ChildProcess {
  const args = ["--import", "tsx", "--conditions=@gatehouse-hooks/source", PROGRAM];
  return spawn(process.execPath, [...args, folder, String(calls), String(bound)], {
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

async function counted(folder: string): Promise<number> {
  const kept = await fileMemoryStore(folder).read('session:["","s"]');
  if (typeof kept === "string") throw new Error(kept);
  const { value } = parseJsonObject(kept.text);
  const cells = lookup(value, "cells");
  return Number(isRecord(cells) ? lookup(lookup(cells, "pushes"), "value") : Number.NaN);
}

test("of 12 processes on one session no more calls pass than the bound, and none is lost", async () => {
  const folder = join(root, "twelve");
  const lines = await Promise.all(Array.from({ length: 12 }, () => linesOf(started(folder, 20, 30))));
  const all = lines.flat();
  expect(all).toHaveLength(240);
  const passed = all.filter((line) => line === "passed").length;
  expect(passed).toBeLessThanOrEqual(30);
  expect(await counted(folder)).toBe(30);
  // A call that had to wait too long is denied, and nothing else stands in its way.
  expect(new Set(all)).toEqual(new Set(["passed", "denied", ...all.filter((line) => line === "no-memory")]));
}, 300_000);

test("whenever a process is killed, no fewer calls are counted than have passed", async () => {
  const folder = join(root, "killed");
  let passed = 0;
  for (let round = 0; round < 4; round++) {
    const child = started(folder, 100_000, 1_000_000);
    child.stdout?.once("data", () => setTimeout(() => child.kill("SIGKILL"), 5 + round * 7));
    const lines = await linesOf(child);
    passed += lines.filter((line) => line === "passed").length;
    expect(lines).not.toContain("no-memory");
    expect(await counted(folder)).toBeGreaterThanOrEqual(passed);
    // At most the call of the killed process was counted and not told, each time.
    expect(await counted(folder)).toBeLessThanOrEqual(passed + round + 1);
  }
}, 300_000);
