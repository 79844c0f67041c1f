import { describe, expect, test } from "vitest";
import {
  type CallApproval,
  approve,
  createGatehouse,
  definePolicy,
  type Gatehouse,
} from "@gatehouse-hooks/core";

const ASKS = definePolicy({ id: "push", events: "before_tool_call", ask: "really?" });

function call(command: string, more: object = {}) {
  return {
    event: "before_tool_call",
    toolName: "Bash",
    params: { command },
    sessionKey: "s",
    ...more,
  } as const;
}

async function asking(options: object = {}): Promise<Gatehouse> {
  return await createGatehouse({ policies: ASKS, ...options });
}

const KEY = "0123456789abcdef0123456789abcdef";

describe("an approval", () => {
  test("lets its call happen, once, though it was sent as JSON", async () => {
    const gatehouse = await asking();
    const event = call("git push");
    const sent = JSON.stringify(approve(await gatehouse.decide(event), event));
    const approvals = [JSON.parse(sent) as CallApproval];
    const allowed = await gatehouse.decide(event, { approvals });
    expect(allowed).toMatchObject({ effect: "allow", policy: "push" });
    expect((await gatehouse.decide(event, { approvals })).effect).toBe("ask");
  });

  test("counts for the same call tried again, with another number and time", async () => {
    const gatehouse = await asking();
    const first = call("git push", { toolCallId: "1", timestamp: 1 });
    const approvals = [approve(await gatehouse.decide(first), first)];
    const again = call("git push", { toolCallId: "2", timestamp: 2 });
    expect((await gatehouse.decide(again, { approvals })).effect).toBe("allow");
  });

  test.each([
    ["command", call("git push --force")],
    ["tool", call("git push", { toolName: "exec" })],
    ["session", call("git push", { sessionKey: "t" })],
    ["directory", call("git push", { cwd: "/etc" })],
    ["field", call("git push", { sandbox: false })],
    ["parameter", { ...call("git push"), params: { command: "git push", background: true } }],
  ])("does not count for a call with another %s", async (_, other) => {
    const gatehouse = await asking();
    const event = call("git push");
    const approvals = [approve(await gatehouse.decide(event), event)];
    expect((await gatehouse.decide(other, { approvals })).effect).toBe("ask");
    expect((await gatehouse.decide(event, { approvals })).effect).toBe("allow");
  });

  test("does not count after its time, nor for another policy, nor against a deny", async () => {
    let now = 1_000;
    const clock = (): number => now;
    const gatehouse = await asking({ approvals: { now: clock } });
    const event = call("git push");
    const decision = await gatehouse.decide(event);
    const approvals = [approve(decision, event, { forMs: 100, now: clock })];
    now += 100;
    expect((await gatehouse.decide(event, { approvals })).effect).toBe("ask");
    const other = [approve({ ...decision, policy: "other" }, event, { now: clock })];
    expect((await gatehouse.decide(event, { approvals: other })).effect).toBe("ask");
    await gatehouse.reload([ASKS, definePolicy({ id: "no", events: "before_tool_call", deny: "no" })]);
    const late = [approve(decision, event, { now: clock })];
    expect((await gatehouse.decide(event, { approvals: late })).effect).toBe("deny");
  });

  test("is sealed where a key is given: what was changed or made up does not count", async () => {
    const gatehouse = await asking({ approvals: { key: KEY } });
    const event = call("git push");
    const decision = await gatehouse.decide(event);
    const good = approve(decision, event, { key: KEY, forMs: 50_000 });
    for (const forged of [
      approve(decision, event),
      approve(decision, event, { key: KEY.toUpperCase() }),
      { ...good, expires: good.expires + 1 },
      { ...good, id: `${good.id}0` },
      { ...good, seal: "" },
      {} as CallApproval,
      null as unknown as CallApproval,
    ])
      expect((await gatehouse.decide(event, { approvals: [forged] })).effect).toBe("ask");
    expect((await gatehouse.decide(event, { approvals: [good] })).effect).toBe("allow");
    expect(() => approve(decision, event, { key: "short" })).toThrow(/16 characters/);
  });

  test("is used once by two processes that share what was used; where that fails it is not used", async () => {
    const seen = new Set<string>();
    const used = { use: async (id: string) => !seen.has(id) && seen.add(id).size > 0 };
    const [one, two] = [await asking({ approvals: { used } }), await asking({ approvals: { used } })];
    const event = call("git push");
    const approvals = [approve(await one.decide(event), event)];
    const both = await Promise.all([one.decide(event, { approvals }), two.decide(event, { approvals })]);
    expect(both.map(({ effect }) => effect).toSorted()).toEqual(["allow", "ask"]);
    const broken = await asking({
      approvals: {
        used: {
          use: () => {
            throw new Error("gone");
          },
        },
      },
    });
    expect(
      (await broken.decide(event, { approvals: [approve(await broken.decide(event), event)] })).effect,
    ).toBe("ask");
  });

  test("does not count where a call's options inherit it", async () => {
    const gatehouse = await asking();
    const event = call("git push");
    const approvals = [approve(await gatehouse.decide(event), event)];
    Reflect.defineProperty(Object.prototype, "approvals", { value: approvals, configurable: true });
    try {
      expect((await gatehouse.decide(event, {})).effect).toBe("ask");
    } finally {
      Reflect.deleteProperty(Object.prototype, "approvals");
    }
  });
});
