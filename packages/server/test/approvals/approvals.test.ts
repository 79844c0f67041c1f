import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { lawRuns } from "../../../../test/assert-law.js";
import type { RedisServer } from "../../../cache/test/redis-server.js";
import { ask, tokenOf } from "../served.js";
import {
  asked,
  decide,
  effectOf,
  LIMITS,
  push,
  say,
  SHARED,
  type TwoServers,
  twoServers,
} from "./two-servers.js";

describe.each(SHARED)("approvals $name", ({ open, calls }) => {
  let both: TwoServers;
  let redis: RedisServer | undefined;
  beforeAll(async () => {
    const opened = await open();
    ({ redis } = opened);
    both = await twoServers(opened.stores);
  });
  afterAll(async () => {
    await both.close();
    await redis?.remove();
  });

  test("asked in one server, answered in the other: each is used once, of ten that try", async () => {
    // Of its own: each call is asked about again at the end, and the questions that wait are bounded.
    const opened = await open();
    const own = await twoServers(opened.stores);
    onTestFinished(async () => {
      await own.close();
      await opened.redis?.remove();
    });
    const count = lawRuns({ quick: 30, deep: calls, full: 1_000 });
    const used: number[] = [];
    const width = 10;
    for (let first = 0; first < count; first += width) {
      await Promise.all(
        Array.from({ length: Math.min(width, count - first) }, async (_, i) => {
          const event = push(`b${first + i}`);
          const id = await asked(own.one, event);
          expect((await say(own.two, id, "approve")).body).toMatchObject({ state: "approved", id });
          const effects = await Promise.all(
            Array.from({ length: 10 }, async (_none, j) => {
              return await effectOf(j % 2 === 0 ? own.one : own.two, event);
            }),
          );
          used.push(effects.filter((effect) => effect === "allow").length);
          expect(new Set(effects)).toEqual(new Set(["allow", "ask"]));
        }),
      );
    }
    expect(used).toEqual(Array.from({ length: count }, () => 1));
  });

  test("the same call asks once; the question is listed, with what is asked, and gone when it is used", async () => {
    const event = push("listed");
    const id = await asked(both.one, event);
    expect(await asked(both.two, event)).toBe(id);
    const list = async (): Promise<unknown> =>
      (await ask(both.two, "/v1/approvals", { token: tokenOf("approve") })).body["approvals"];
    const shown = { event: "before_tool_call", tool: "Bash", params: JSON.stringify(event["params"]) };
    const from = { caller: "main-decide", session: "s" };
    expect(await list()).toContainEqual(expect.objectContaining({ id, policy: "pushes-ask", shown, from }));
    await say(both.two, id, "approve");
    expect(await list()).not.toContainEqual(expect.objectContaining({ id }));
    const seen = await ask(both.one, `/v1/approvals/${id}`);
    expect(seen.body).toMatchObject({ state: "approved", by: "main-approve" });
    expect((await decide(both.one, event)).decision.effect).toBe("allow");
    expect((await ask(both.one, `/v1/approvals/${id}`)).status).toBe(410);
    expect((await say(both.one, id, "approve")).status).toBe(410);
  });

  test("what a person refused is denied, and cannot be approved any more", async () => {
    const event = push("refused");
    const id = await asked(both.one, event);
    expect((await say(both.two, id, "refuse")).body).toMatchObject({ state: "refused" });
    expect((await decide(both.one, event)).decision.effect).toBe("deny");
    expect((await say(both.one, id, "approve")).status).toBe(409);
    expect((await decide(both.two, event)).decision.effect).toBe("deny");
  });

  test("of two who answer at once, one does", async () => {
    const id = await asked(both.one, push("twice"));
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        return (await say(i % 2 === 0 ? both.one : both.two, id, i < 4 ? "approve" : "refuse")).status;
      }),
    );
    expect(answers.toSorted((left, right) => left - right)).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  test.each([
    ["another argument", { params: { command: "git push origin changed --force" } }],
    ["one argument more", { params: { command: "git push origin changed", timeout: 1 } }],
    ["another session", { sessionKey: "t" }],
    ["another field", { cwd: "/elsewhere" }],
  ])("a yes does not count for a changed call: %s", async (_, change) => {
    const event = push("changed");
    const id = await asked(both.one, event);
    await say(both.two, id, "approve");
    const { decision, approval } = await decide(both.one, { ...event, ...change });
    expect(decision.effect).toBe("ask");
    expect(approval?.id).not.toBe(id);
    expect((await decide(both.one, event)).decision.effect).toBe("allow");
  });

  test("a yes does not count after its time, nor a question", async () => {
    const [event, never] = [push("late"), push("never-answered")];
    const [id, unanswered] = [await asked(both.one, event), await asked(both.one, never)];
    await say(both.two, id, "approve");
    const before = both.now;
    both.now = before + LIMITS.approvedMs;
    const again = await asked(both.one, event);
    expect(again).not.toBe(id);
    expect((await ask(both.one, `/v1/approvals/${id}`)).status).toBe(410);
    both.now = before + LIMITS.askedMs;
    expect((await say(both.two, unanswered, "approve")).status).toBe(410);
    expect(await asked(both.two, never)).not.toBe(unanswered);
    both.now = before;
  });

  test("a tenant neither sees nor answers another's, and its yes counts for itself alone", async () => {
    const event = push("theirs");
    const id = await asked(both.one, event);
    const token = tokenOf("approve", "other");
    expect((await ask(both.two, "/v1/approvals", { token })).body["approvals"]).toEqual([]);
    expect((await ask(both.two, `/v1/approvals/${id}`, { token })).status).toBe(410);
    expect((await say(both.two, id, "approve", "other")).status).toBe(410);
    const theirs = await asked(both.two, event, "other");
    expect(theirs).not.toBe(id);
    await say(both.two, theirs, "approve", "other");
    expect((await decide(both.one, event)).decision.effect).toBe("ask");
    await say(both.one, id, "approve");
    expect((await decide(both.two, event, "other")).decision.effect).toBe("allow");
    expect((await decide(both.one, event)).decision.effect).toBe("allow");
  });

  test("who may decide may not approve", async () => {
    const id = await asked(both.one, push("self"));
    for (const role of ["decide", "answer", "metrics"] as const) {
      const { status } = await ask(both.one, `/v1/approvals/${id}`, {
        body: { answer: "approve" },
        token: tokenOf(role),
      });
      expect(status).toBe(403);
    }
  });

  test.each([
    ["arguments", push("x ".repeat(10_000))],
    ["the name of the tool", { ...push("named"), toolName: "Bash".padEnd(300, " ") }],
    ["a message", { event: "message_sending", message: "x ".repeat(10_000) }],
  ])("what cannot be shown whole cannot be approved: %s", async (_, event) => {
    const { decision, approval } = await decide(both.one, event);
    expect(decision.effect).not.toBe("allow");
    expect(approval).toBeUndefined();
  });

  test("what is not a call of a tool is shown too, but for its secrets", async () => {
    const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
    const message = { event: "message_sending", message: `hello ${secret}`, to: "bob" };
    const { approval } = await decide(both.one, message);
    const { body } = await ask(both.two, `/v1/approvals/${approval?.id}`);
    const { params } = body["shown"] as { readonly params: string };
    expect(params).toMatch(/hello .*"to":"bob"/);
    expect(params).not.toContain(secret);
    const access = { type: "user", id: "alice" };
    const asking = { subject: access, action: { name: "open" }, resource: { type: "door", id: "1" } };
    const answer = await ask(both.one, "/access/v1/evaluation", { body: asking });
    const { approval: door } = answer.body["context"] as { readonly approval: { readonly id: string } };
    const seen = await ask(both.two, `/v1/approvals/${door.id}`);
    expect(seen.body["shown"]).toMatchObject({ params: JSON.stringify(asking) });
  });
});
