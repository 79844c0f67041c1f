import {
  approve,
  createGatehouse,
  type Gatehouse,
  type MemoryStore,
  processMemoryStore,
} from "@gatehouse-hooks/core";
import { afterEach, expect, test } from "vitest";

const TEXT = `version: 1
memory:
  read: { flag: { events: before_tool_call, tools: Read } }
  sent: { count: { events: before_tool_call, tools: Send }, upTo: 4 }
policies:
  - { id: leak, events: before_tool_call, tools: Send, when: memory.read, ask: something was read }
  - { id: three, events: before_tool_call, tools: Send, when: memory.sent >= 3, deny: three are enough }
`;
const open: Gatehouse[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
async function gatehouse(memory?: MemoryStore | false, text = TEXT): Promise<Gatehouse> {
  const one = await createGatehouse({
    policies: { text, path: "rules.yaml" },
    ...(memory !== undefined && { memory }),
    onNotice: () => undefined,
  });
  open.push(one);
  return one;
}

const call = (toolName: string, sessionKey = "s") => ({
  event: "before_tool_call" as const,
  toolName,
  params: {},
  sessionKey,
});
async function effects(one: Gatehouse, ...tools: readonly string[]): Promise<readonly string[]> {
  const all: string[] = [];
  for (const tool of tools) all.push((await one.decide(call(tool))).effect);
  return all;
}

test("a gatehouse remembers sessions in its process, each by itself", async () => {
  const one = await gatehouse();
  expect(await effects(one, "Send", "Read", "Send")).toEqual(["abstain", "abstain", "ask"]);
  expect((await one.decide(call("Send", "other"))).effect).toBe("abstain");
});

test("a decision at once is left to `decide`, which remembers it", async () => {
  const one = await gatehouse();
  expect(one.decideAtOnce(call("Read"))).toBeUndefined();
  expect(await effects(one, "Send", "Read", "Send")).toEqual(["abstain", "abstain", "ask"]);
});

test("of calls at once never more than the bound pass", async () => {
  const one = await gatehouse();
  const all = await Promise.all(Array.from({ length: 8 }, () => one.decide(call("Send"))));
  expect(all.filter(({ effect }) => effect === "abstain")).toHaveLength(3);
});

test("a call that is decided more than once is remembered once, as its program says", async () => {
  const one = await gatehouse();
  const event = call("Send");
  for (let at = 0; at < 5; at++) await one.decide(event, { remembers: "never" });
  expect(await effects(one, "Send", "Send")).toEqual(["abstain", "abstain"]);
  await effects(one, "Read");
  for (let at = 0; at < 5; at++)
    expect((await one.decide(event, { remembers: "unless-asked" })).effect).toBe("ask");
  expect(
    (
      await one.decide(event, {
        approvals: [approve(await one.decide(event, { remembers: "never" }), event)],
      })
    ).effect,
  ).toBe("allow");
  expect(await effects(one, "Send")).toEqual(["deny"]);
});

test("what is remembered outlives policies that are read anew, and is shared by those that have one store", async () => {
  const store = processMemoryStore();
  const one = await gatehouse(store);
  await effects(one, "Read");
  await one.reload();
  expect(await effects(one, "Send")).toEqual(["ask"]);
  expect(await effects(await gatehouse(store), "Send")).toEqual(["ask"]);
});

test("with `memory: false` nothing is remembered: policies that read a cell fail, and deny", async () => {
  const one = await gatehouse(false);
  const { effect, trace } = await one.decide(call("Send"));
  expect([effect, trace[0]?.failure?.code]).toEqual(["deny", "no-memory"]);
});

test("a store that cannot be asked is a failure, and no rejection", async () => {
  const broken = { read: () => Promise.reject(new Error("gone")), write: () => Promise.resolve(true) };
  const { effect, trace } = await (await gatehouse(broken)).decide(call("Send"));
  expect([effect, trace[0]?.failure?.code]).toEqual(["deny", "no-memory"]);
});
