import { createServer, type RequestListener } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Raw } from "./raw-socket.js";
import { evaluate, slow, started } from "./two-callers.js";

const SLOW = 300;
const ROUNDS = 9;
const ANSWERS = 10;

const answer = async (origin: string): Promise<void> =>
  expect(await evaluate(origin, "token-of.other")).toBe(200);

/** What has the server busy, before each round. */
const NOTHING = async (): Promise<void> => undefined;

async function workOf(origin: string): Promise<number> {
  const start = process.cpuUsage();
  for (let time = 0; time < ANSWERS; time++) await answer(origin);
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/**
 * Processor time of as many answers of one server and of one with nothing else to do, by turns, so that what the machine does beside it
 * meets both: the ratio of the medians.
 */
async function workBeside(busy: string, idle: string, hold = NOTHING): Promise<number> {
  for (const origin of [busy, idle]) await workOf(origin);
  const [ofBusy, ofIdle]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    await hold();
    ofIdle.push(await workOf(idle));
    ofBusy.push(await workOf(busy));
  }
  return median(ofBusy) / median(ofIdle);
}

/** How often its answer is there before the other, asked at the same moment, has given two in a row: a share. */
async function inTimeBeside(busy: string, idle: string, hold = NOTHING): Promise<number> {
  let count = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await hold();
    const isFirst = await Promise.race([
      answer(busy).then(() => true),
      answer(idle)
        .then(() => answer(idle))
        .then(() => false),
    ]);
    if (isFirst) count++;
  }
  return count / ROUNDS;
}

function median(of: readonly number[]): number {
  return of.toSorted((a, b) => a - b)[of.length >> 1] ?? NaN;
}

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

describe(`beside ${SLOW} slow bodies of one caller`, () => {
  test.each([
    ["of a known length", "content-length: 500\r\n\r\n{"],
    ["of any length", "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n"],
  ])("%s, others are answered within twice of what they are without", async (_, how) => {
    const [busy, idle] = [(await started({})).origin, (await started({})).origin];
    const sent: Raw[] = [];
    // The server ends a body that is too slow: as many begin anew.
    const hold = async (): Promise<void> => {
      if (sent.filter((raw) => raw.text() === "").length < 50)
        sent.push(...(await Promise.all(Array.from({ length: SLOW }, () => slow(busy, how)))));
    };
    expect(await workBeside(busy, idle, hold)).toBeLessThan(2);
    expect(await inTimeBeside(busy, idle, hold)).toBeGreaterThan(0.5);
  });

  test("a server that works for each of them is found out", async () => {
    const idle = await served((_, response) => response.end());
    const busy = await served((_, response) => {
      const start = process.cpuUsage();
      while (process.cpuUsage(start).user < 5_000);
      response.end();
    });
    expect(await workBeside(busy, idle)).toBeGreaterThan(2);
  });

  test("a server that has others wait is found out", async () => {
    let answered = 0;
    const waiting: (() => void)[] = [];
    const idle = await served((_, response) => {
      answered++;
      response.end();
      for (const look of waiting) look();
    });
    // Two in a row come first, and then some.
    const busy = await served((_, response) => {
      const until = answered + 4;
      waiting.push(() => void (answered >= until && response.end()));
    });
    expect(await inTimeBeside(busy, idle)).toBe(0);
  });
});
