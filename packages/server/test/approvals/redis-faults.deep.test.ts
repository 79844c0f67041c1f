import { redisApprovals } from "@gatehouse-hooks/server/redis";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../../../cache/test/redis-server.js";
import { ask, KEY, tokenOf } from "../served.js";
import { asked, decide, push, say, type TwoServers, twoServers } from "./two-servers.js";

let redis: RedisServer;
let both: TwoServers;
beforeEach(async () => {
  // What was answered has been written, though the disk may not have it: a process that is killed loses nothing.
  redis = await startRedis("--appendonly", "yes", "--appendfsync", "no");
  both = await open(20_000);
});
afterEach(async () => {
  await both.close();
  await redis.remove();
});

async function open(commandTimeoutMs: number): Promise<TwoServers> {
  const make = (): ReturnType<typeof redisApprovals> =>
    redisApprovals({ url: redis.url, key: KEY, commandTimeoutMs });
  return await twoServers([make(), make()]);
}

async function restart(): Promise<void> {
  await redis.kill();
  await redis.start();
  // The connections come back by themselves.
  for (let attempt = 0; attempt < 200; attempt++) {
    const back = await Promise.all(
      [both.one, both.two].map((on) => ask(on, "/v1/approvals", { token: tokenOf("approve") })),
    );
    if (back.every(({ status }) => status === 200)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the servers do not reach Redis");
}

function recordKeys(): readonly string[] {
  return redis.command("KEYS", "gatehouse:approvals:1:call:*").trim().split("\n");
}

describe("Redis that starts again with what it had written down", () => {
  test("a yes from before does not count, a question from before does", async () => {
    const [approved, waiting] = [push("approved"), push("waiting")];
    const [id, open_] = [await asked(both.one, approved), await asked(both.one, waiting)];
    await say(both.two, id, "approve");
    await restart();
    expect(recordKeys()).toHaveLength(2);
    const again = await asked(both.one, approved);
    expect(again).not.toBe(id);
    expect(await asked(both.two, waiting)).toBe(open_);
    for (const [question, event] of [
      [again, approved],
      [open_, waiting],
    ] as const) {
      expect((await say(both.two, question, "approve")).status).toBe(200);
      expect((await decide(both.one, event)).decision.effect).toBe("allow");
      expect((await decide(both.two, event)).decision.effect).toBe("ask");
    }
  });

  test("a yes that was used, and whose use Redis has forgotten, does not count again", async () => {
    const event = push("used");
    await say(both.two, await asked(both.one, event), "approve");
    const [key = ""] = recordKeys();
    const record = redis.command("GET", key).replace(/\n$/, "");
    expect((await decide(both.one, event)).decision.effect).toBe("allow");
    await restart();
    redis.command("SET", key, record);
    expect(redis.command("GET", key).replace(/\n$/, "")).toBe(record);
    for (const server of [both.one, both.two])
      expect((await decide(server, event)).decision.effect).toBe("ask");
  });
});

describe("Redis that does not answer", () => {
  const UNASKED = { decision: { effect: "ask", notices: [{ code: "approvals-unavailable" }] } };

  test("killed: an ask stays an ask, with the notice; people are told to try again; then all is well", async () => {
    const event = push("away");
    await say(both.two, await asked(both.one, event), "approve");
    await redis.kill();
    const impatient = await open(100);
    for (const server of [both.one, impatient.one]) {
      const made = await decide(server, event);
      expect(made).toMatchObject(UNASKED);
      expect(made.approval).toBeUndefined();
      const list = await ask(server, "/v1/approvals", { token: tokenOf("approve") });
      expect([list.status, list.headers.get("retry-after")]).toEqual([503, "1"]);
      expect((await say(server, "someId", "approve")).status).toBe(503);
    }
    await redis.start();
    await restart();
    await asked(both.one, event);
    await impatient.close();
  });

  test("frozen: the same, within its time", async () => {
    const event = push("frozen");
    const impatient = await open(1_500);
    const id = await asked(impatient.one, event);
    await say(impatient.two, id, "approve");
    redis.freeze();
    expect(await decide(impatient.one, event)).toMatchObject(UNASKED);
    redis.thaw();
    await impatient.close();
  });
});
