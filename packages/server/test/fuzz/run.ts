/**
 * Fuzzes the HTTP surface of the decision server, with requests made from its OpenAPI document and with bytes that are none.
 *
 *     pnpm fuzz:http [--runs N] [--seed N]
 *
 * 50,000 unless told otherwise, to a server in a process of its own. Ends with 1 at the first status 5xx but 501 and 503, request that is
 * neither answered nor cut off, yes to something that the policies do not allow, answer that is not as documented, or where the memory of
 * the server grows.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import path from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { attempt, attempts } from "./attempt.js";

const { values } = parseArgs({ options: { runs: { type: "string" }, seed: { type: "string" } } });
const runs = Number(values.runs ?? 50_000);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const BATCH = 1_000;
const TOGETHER = 32;
/** Bytes by which the heap may grow between the first tenth and the end. */
const GROWTH = 16_000_000;

const server = fork(path.join(import.meta.dirname, "fuzz-server.ts"), {
  execArgv: [...process.execArgv, "--expose-gc"],
});
let ended = false;
server.once("exit", () => (ended = true));
const [{ origin }] = (await once(server, "message")) as [{ readonly origin: string }];

interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
}

async function memory(): Promise<Memory> {
  server.send("memory");
  const [now] = (await once(server, "message")) as [Memory];
  return now;
}

const counts = new Map<string, number>();
const started = performance.now();
const agent = new Agent({ keepAlive: true, maxSockets: TOGETHER });
console.log(`seed ${seed}`);
let sent = 0;
let failed = 0;
let early: Memory | undefined;

async function client(batch: Iterator<Parameters<typeof attempt>[1]>): Promise<void> {
  for (let next = batch.next(); next.done !== true; next = batch.next()) {
    const one = next.value;
    try {
      const { status, yes } = await attempt(origin, one, agent);
      counts.set(status, (counts.get(status) ?? 0) + 1);
      if (yes) counts.set("yes", (counts.get("yes") ?? 0) + 1);
    } catch (error) {
      failed++;
      console.error(error instanceof Error ? error.message : error);
      console.error(JSON.stringify(one).slice(0, 2_000));
    }
    sent++;
  }
}

for (let first = 0; first < runs && failed === 0 && !ended; first += BATCH) {
  const batch = fc.sample(attempts, { numRuns: Math.min(BATCH, runs - first), seed: seed + first }).values();
  await Promise.all(Array.from({ length: TOGETHER }, () => client(batch)));
  if (sent >= runs / 10 && !ended) early ??= await memory();
}
agent.destroy();
const seconds = (performance.now() - started) / 1_000;
const statuses = [...counts]
  .map(([status, count]) => `${status}: ${count}`)
  .toSorted((left, right) => left.localeCompare(right));
console.log(`${sent} requests in ${seconds.toFixed(0)} s; ${statuses.join(", ")}`);
if (ended) console.error("the server's process has ended");
else if (early !== undefined) {
  const late = await memory();
  const mb = ({ heapUsed, rss }: Memory): string =>
    `${(heapUsed / 1e6).toFixed(1)} MB of heap, ${(rss / 1e6).toFixed(0)} MB in all`;
  console.log(`memory after a tenth: ${mb(early)}; at the end: ${mb(late)}`);
  if (late.heapUsed - early.heapUsed > GROWTH) {
    console.error("the heap has grown");
    failed++;
  }
}
server.disconnect();
process.exitCode = failed > 0 || ended ? 1 : 0;
