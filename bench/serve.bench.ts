import { mkdtempSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import type { Frame } from "./frame/frame.js";
import { median, quantile } from "./frame/statistics.js";
import { type Contender, questionsOf } from "./serve/contender.js";
import { cerbosServer, gatehouseServer, handWrittenServer } from "./serve/contenders.js";
import { answersOf, load } from "./serve/load.js";
import { mostWithin } from "./serve/queue.js";

/** Connections that ask as fast as they are answered. */
const CONNECTIONS = 16;
const BASE = "node:http, by hand";
/** Of the simulated fleet: 99 % of the answers within this time. */
const WITHIN_MS = 10;

/** Decisions over HTTP by servers on one core: requests per second, and times of one after the other. */
export default async function serve(frame: Frame): Promise<void> {
  execFileSync("taskset", ["-cp", "1", String(process.pid)], { stdio: "ignore" });
  const ms = frame.quick ? 500 : 1_500;
  for (const size of [1, 100, 1_000]) {
    const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-serve-bench-"));
    const contenders: Contender[] = [];
    try {
      contenders.push(
        await handWrittenServer(size),
        await gatehouseServer(size, folder),
        await cerbosServer(size, folder),
      );
      const label = `${size} ${size === 1 ? "policy" : "policies"}`;
      const questions = questionsOf(size);
      const subjects = Object.fromEntries(
        contenders.map((one) => [one.name, async () => await answersOf(one, questions)]),
      );
      await frame.agree(label, subjects, [undefined]);
      await measured(frame, label, contenders, questions, ms);
    } finally {
      for (const one of contenders) await one.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function measured(
  frame: Frame,
  label: string,
  contenders: readonly Contender[],
  questions: ReturnType<typeof questionsOf>,
  ms: number,
): Promise<void> {
  const rates = new Map<string, number[]>();
  const alone = new Map<string, number[]>();
  for (const one of contenders) await load(one, questions, { connections: CONNECTIONS, ms: 2 * ms });
  // Turn by turn, so that what disturbs the machine disturbs all.
  for (let round = 0; round < 5; round++) {
    for (const one of contenders) {
      const busy = await load(one, questions, { connections: CONNECTIONS, ms });
      rates.set(one.name, [...(rates.get(one.name) ?? []), busy.rate]);
      const single = await load(one, questions, { connections: 1, ms });
      alone.set(one.name, [...(alone.get(one.name) ?? []), ...single.latencies]);
    }
  }
  const base = median(rates.get(BASE) ?? [1]);
  for (const { name } of contenders) {
    const rate = median(rates.get(name) ?? [0]);
    const times = alone.get(name) ?? [0];
    frame.record({
      ...{ subject: name, case: label, metric: "rate", value: rate, unit: "requests/s" },
      ...{ ratioTo: BASE, ratio: rate / base },
    });
    for (const [metric, share] of [
      ["p50 of one at a time", 0.5],
      ["p99 of one at a time", 0.99],
    ] as const)
      frame.record({ subject: name, case: label, metric, value: quantile(times, share), unit: "ms" });
  }
  const services = alone.get("gatehouse serve") ?? [];
  for (const servers of [1, 2, 4, 8]) {
    const value = mostWithin(services, servers, WITHIN_MS);
    const metric = `simulated: p99 within ${WITHIN_MS} ms`;
    frame.record({ subject: `${servers} × gatehouse serve`, case: label, metric, value, unit: "requests/s" });
  }
}
