import type { AskedApproval } from "@gatehouse-hooks/server";
import { expect, onTestFinished, test } from "vitest";
import { SHARED } from "./two-servers.js";

const NOW = Date.now();
const HOUR_MS = 3_600_000;

function question(tenant: string, n: number, at = NOW): AskedApproval {
  return {
    id: `${tenant}-${n}-${at}`,
    ...{ tenant, call: String(n), policy: "p", reason: "r", asked: at, expires: at + HOUR_MS },
    shown: { event: "before_tool_call", tool: "Bash", params: "{}" },
    state: "waiting",
  };
}

test.each(SHARED)("questions that wait are bounded for each tenant by itself, $name", async ({ open }) => {
  const { stores, redis } = await open();
  const [one, two] = stores;
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close()]);
    await redis?.remove();
  });
  for (let n = 0; n < 1_000; n += 100)
    await Promise.all(Array.from({ length: 100 }, (_, i) => one.ask(question("main", n + i), NOW)));
  expect(await two.waiting("main", NOW)).toHaveLength(1_000);
  await expect(one.ask(question("main", 1_000), NOW)).rejects.toThrow("1000 calls wait");
  // Not more for the same call, nor fewer for others.
  expect(await two.ask(question("main", 5, NOW + 1), NOW + 1)).toEqual(question("main", 5));
  expect(await two.ask(question("other", 5), NOW)).toEqual(question("other", 5));
  const answer = { kind: "approve", by: "b", expires: NOW + HOUR_MS } as const;
  expect(await two.answer("main", question("main", 7).id, answer, NOW)).toMatchObject({ kind: "answered" });
  expect(await one.ask(question("main", 1_000), NOW)).toEqual(question("main", 1_000));
  const later = NOW + HOUR_MS;
  expect(await two.waiting("main", later)).toEqual([]);
  expect(await one.ask(question("main", 5, later), later)).toEqual(question("main", 5, later));
});
