// A replay whose work is done by other processes, over a real Redis.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandArgs, gatehouse } from "../../../../test/e2e/spawn-cli.js";
import { type RedisServer, startRedis } from "../../../cache/test/redis-server.js";
import { type Folder, folder } from "../run-cli.js";

/** They read facts, so that a piece of the log takes long enough to be ended within. */
const POLICIES = `version: 1
policies:
  - { id: no-force, events: before_tool_call, when: 'facts.commands.any(c, c.program == "git" && c.sub == "push")', deny: not by agents }
  - { id: ask-removing, events: before_tool_call, when: 'facts.commands.any(c, c.program == "rm")', ask: is it meant }
`;
const LINES = 30_000;

let place: Folder;
let redis: RedisServer;
const workers: ChildProcess[] = [];
beforeEach(async () => {
  redis = await startRedis();
  place = folder({ "rules.yaml": POLICIES, "other.yaml": POLICIES.replace("deny: not", "ask: not") });
  const line = (number: number): string =>
    JSON.stringify({
      event: "before_tool_call",
      toolName: "Bash",
      sessionId: `s${number % 300}`,
      params: {
        command: ["git push --force", "rm -r x", "ls -l"][number % 3],
        note: `${number} ${"x".repeat(600)}`,
      },
    });
  writeFileSync(
    join(place.path, "log.jsonl"),
    Array.from({ length: LINES }, (_, at) => `${line(at)}\n`).join(""),
  );
});
afterEach(async () => {
  for (const one of workers.splice(0)) one.kill("SIGKILL");
  await redis.remove();
  place.remove();
});

async function replayed(...more: readonly string[]): Promise<string> {
  const words = [
    "replay",
    "log.jsonl",
    "--policies",
    "rules.yaml",
    "--against",
    "other.yaml",
    "--allow-loosening",
  ];
  const { code, stdout, stderr } = await gatehouse([...words, "--json", ...more], {
    cwd: place.path,
    env: { HOME: place.home },
  });
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

/** A worker, with what it has said. */
function worker(...folders: readonly string[]): {
  readonly child: ChildProcess;
  readonly said: () => string;
} {
  const words = ["replay", "worker", "--queue", redis.url, "--lost-after", "2", ...folders];
  const child = spawn(process.execPath, [...commandArgs(), ...words], {
    cwd: place.path,
    env: { PATH: process.env["PATH"], HOME: place.home },
    stdio: ["ignore", "ignore", "pipe"],
  });
  workers.push(child);
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said += part.toString()));
  return { child, said: () => said };
}

async function becomes(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("three workers, of which one is killed within a piece: byte for byte what one process finds", async () => {
  const alone = await replayed("--jobs", "1");
  const [first, ...others] = [worker(), worker(), worker()];
  for (const one of [first, ...others])
    await becomes(() => one?.said().includes("waiting for work") ?? false);
  const queued = replayed("--queue", redis.url);
  await becomes(() => first?.said().includes("log.jsonl") ?? false);
  first?.child.kill("SIGKILL");
  expect(await queued).toBe(alone);
  const pieces = [first, ...others].flatMap((one) => one?.said().match(/^log\.jsonl .*$/gm) ?? []);
  expect(new Set(pieces).size).toBeGreaterThanOrEqual(4);
  expect(others.every((one) => one.said().includes("log.jsonl"))).toBe(true);
});

test("a worker reads nothing outside of its folders: the replay says so, and has no result", async () => {
  const elsewhere = folder({ "x.jsonl": "" });
  const one = worker(elsewhere.path);
  await becomes(() => one.said().includes("waiting for work"));
  const { code, stdout, stderr } = await gatehouse(
    ["replay", "log.jsonl", "--policies", "rules.yaml", "--queue", redis.url],
    { cwd: place.path, env: { HOME: place.home } },
  );
  elsewhere.remove();
  expect([code === 0, stdout]).toEqual([false, ""]);
  expect(stderr).toContain("outside of this worker's folders");
});

test("a worker that is asked to end gives what it has begun", async () => {
  const one = worker();
  await becomes(() => one.said().includes("waiting for work"));
  one.child.kill("SIGTERM");
  expect(await once(one.child, "exit")).toEqual([0, null]);
});
