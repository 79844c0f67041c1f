import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bundleScript } from "../../../test/bundle-script.js";
import type { RedisServer } from "./redis-server.js";
import { startRedis } from "./redis-server.js";

const PROCESSES = 8;
const QUESTIONS = 1_000;
const CONTEXTS = 100;

let worker: string;
let server: RedisServer;
let folder: string;
let callsFile: string;
beforeAll(async () => {
  worker = await bundleScript(join(import.meta.dirname, "redis-worker.ts"));
  server = await startRedis();
  folder = mkdtempSync(join(tmpdir(), "gatehouse-processes-"));
  callsFile = join(folder, "calls");
});
afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
  rmSync(dirname(worker), { recursive: true, force: true });
});
beforeEach(() => {
  server.command("FLUSHALL");
  writeFileSync(callsFile, "");
});

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<unknown>;
}

function start(seed: number, atOnce: number, leaseMs: number): Running {
  const numbers = [QUESTIONS, CONTEXTS, seed, atOnce, leaseMs];
  const args = [worker, server.url, callsFile, ...numbers.map(String)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  return { child, output: () => output, ended: once(child, "close") };
}

function calls(): string[] {
  return readFileSync(callsFile, "utf8").trim().split("\n");
}

function summary({ output }: Running): Record<"cache" | "flight" | "fresh" | "wrong", number> {
  return JSON.parse(output().trim().split("\n").at(-1) as string) as ReturnType<typeof summary>;
}

test("8 processes, 1,000 questions each, over 100 contexts: 100 calls", async () => {
  const running = Array.from({ length: PROCESSES }, (_, i) => start(i + 1, 20, 10_000));
  await Promise.all(running.map(({ ended }) => ended));
  expect(calls()).toHaveLength(CONTEXTS);
  expect(new Set(calls()).size).toBe(CONTEXTS);
  const summaries = running.map(summary);
  expect(summaries.map(({ wrong }) => wrong)).toEqual(Array(PROCESSES).fill(0));
  expect(summaries.reduce((sum, { cache, flight, fresh }) => sum + cache + flight + fresh, 0)).toBe(
    PROCESSES * QUESTIONS,
  );
  expect(summaries.reduce((sum, { fresh }) => sum + fresh, 0)).toBe(CONTEXTS);
});

test("one of them killed while it waits for its judge: 101 calls at most, and no hang", async () => {
  const running = Array.from({ length: PROCESSES }, (_, i) => start(i + 11, 1, 3_000));
  const victim = running[3] as Running;
  await new Promise<void>((resolve) => {
    victim.child.stdout?.on("data", () => {
      // The judge takes much longer than this line has taken to get here.
      if (victim.output().endsWith("asking\n") && calls().length > CONTEXTS / 4) victim.child.kill("SIGKILL");
    });
    victim.child.on("exit", () => resolve());
  });
  expect(victim.child.signalCode).toBe("SIGKILL");
  expect(calls().length).toBeLessThan(CONTEXTS);
  await Promise.all(running.map(({ ended }) => ended));
  const others = running.filter((one) => one !== victim).map(summary);
  expect(others.map(({ wrong }) => wrong)).toEqual(Array(PROCESSES - 1).fill(0));
  expect(new Set(calls()).size).toBe(CONTEXTS);
  expect(calls().length).toBeLessThanOrEqual(CONTEXTS + 1);
});
