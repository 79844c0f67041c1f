import {
  compilePolicies,
  type Decision,
  type Event,
  type PolicySet,
  readEvent,
} from "@gatehouse-hooks/engine";
import { load } from "@gatehouse-hooks/hosts";
import { fileMemoryStore } from "@gatehouse-hooks/local/memory";
import { redisMemoryStore } from "@gatehouse-hooks/cache/redis";
import { decideWithMemory, type MemoryStore, processMemoryStore } from "@gatehouse-hooks/runtime";
import { decide } from "@gatehouse-hooks/engine";
import { lookup, parseJsonObject } from "@gatehouse-hooks/json";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type RedisServer, startRedis } from "../../cache/test/redis-server.js";

const root = mkdtempSync(join(tmpdir(), "gatehouse-memory-"));
const redis: RedisServer = await startRedis();
const opened: { readonly close: () => Promise<void> }[] = [];
afterAll(async () => {
  for (const one of opened) await one.close();
  await redis.remove();
  rmSync(root, { recursive: true });
});
let made = 0;
const freshFolder = (): string => join(root, String(made++));

function inRedis(secret = "a secret", namespace = `n${made++}`): MemoryStore {
  const store = redisMemoryStore({ url: redis.url, secret, namespace, commandTimeoutMs: 20_000 });
  opened.push(store);
  return store;
}

function setOf(text: string): PolicySet {
  return compilePolicies(load(text, { path: "a.yaml" })).set;
}

const set = setOf(`version: 1
memory:
  read: { flag: { events: before_tool_call, tools: Read } }
  pushes: { count: { events: before_tool_call, tools: Push }, upTo: 4 }
  all: { count: { events: before_tool_call, tools: Push }, upTo: 4, scope: user }
  mine: { count: { events: before_tool_call, tools: Mine }, scope: agent }
policies:
  - { id: leak, events: before_tool_call, tools: Send, when: memory.read, ask: something was read }
  - { id: three, events: before_tool_call, tools: Push, when: memory.pushes >= 3 || memory.all >= 4, deny: three are enough }
  - { id: mine, events: before_tool_call, tools: Mine, when: memory.mine >= 1, deny: once }
`);
const ofSessions = setOf(`version: 1
memory: { pushes: { count: { events: before_tool_call, tools: Push }, upTo: 4 } }
policies: [{ id: three, events: before_tool_call, tools: Push, when: memory.pushes >= 3, deny: three are enough }]
`);

const ofOtherProject = setOf(`version: 1
memory: { tools: { count: { events: before_tool_call, tools: Tool }, scope: user } }
policies: [{ id: two, events: before_tool_call, tools: Tool, when: memory.tools >= 2, deny: two are enough }]
`);

function call(toolName: string, more: object = {}): Event {
  const read = readEvent({ event: "before_tool_call", toolName, params: {}, sessionKey: "s", ...more });
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}

/** A session that is a subagent's, of which one event says whose. */
function begins(id: string, parent: string, more: object = {}): Event {
  return call("", { event: "session_start", sessionKey: id, agent: { id, parent }, ...more });
}
const stops = (id: string, parent: string): Event => begins(id, parent, { event: "agent_stop" });

const notices: string[] = [];
function decided(store: MemoryStore, event: Event, by: PolicySet = set): Promise<Decision> {
  return decideWithMemory(by, event, { store, onNotice: ({ code }) => notices.push(code) }, (remembered) =>
    decide(by, event, new Map(), remembered),
  );
}
const effects = async (store: MemoryStore, events: readonly Event[]): Promise<readonly string[]> => {
  const all: string[] = [];
  for (const event of events) all.push((await decided(store, event)).effect);
  return all;
};

describe.each<readonly [string, () => MemoryStore]>([
  ["of this process", () => processMemoryStore()],
  ["on the disk", () => fileMemoryStore(freshFolder())],
  ["in Redis", () => inRedis()],
])("a memory store %s", (_, storeOf) => {
  test("keeps a version, and writes the next one only for whoever has seen it", async () => {
    const store = storeOf();
    expect(await store.read("a")).toBe("none");
    expect(await store.write("a", 0, "one")).toBe(true);
    expect(await store.write("a", 0, "other")).toBe(false);
    expect(await store.write("a", 1, "two")).toBe(true);
    expect(await store.read("a")).toEqual({ version: 2, text: "two" });
    expect(await store.read("b")).toBe("none");
  });

  test("of many writers of one version one is first, and one that is far behind never is", async () => {
    const store = storeOf();
    const first = await Promise.all(Array.from({ length: 12 }, (_, i) => store.write("a", 0, String(i))));
    expect(first.filter(Boolean)).toHaveLength(1);
    for (let version = 1; version < 30; version++)
      expect(await store.write("a", version, String(version))).toBe(true);
    for (let version = 0; version < 30; version++)
      expect(await store.write("a", version, "late")).toBe(false);
    expect(await store.read("a")).toEqual({ version: 30, text: "29" });
  });

  test("remembers a session, and no other one", async () => {
    const store = storeOf();
    expect(await effects(store, [call("Send"), call("Read"), call("Send")])).toEqual([
      "abstain",
      "abstain",
      "ask",
    ]);
    expect(await effects(store, [call("Send", { sessionKey: "other" })])).toEqual(["abstain"]);
  });

  test("a subagent begins with what its parent remembers, and what either sees the other one knows", async () => {
    const store = storeOf();
    const child = { sessionKey: "child" };
    await effects(store, [call("Read"), begins("child", "s")]);
    expect(await effects(store, [call("Send", child)])).toEqual(["ask"]);
    await effects(store, [
      begins("other", "t"),
      begins("inner", "other"),
      call("Read", { sessionKey: "inner" }),
    ]);
    expect(await effects(store, [call("Send", { sessionKey: "t" })])).toEqual(["ask"]);
    // Sessions that are nobody's subagents know nothing of it.
    expect(await effects(store, [call("Send", { sessionKey: "elsewhere" })])).toEqual(["abstain"]);
  });

  test("of a parent's and its subagents' calls at once never more than the bound pass", async () => {
    const store = storeOf();
    await effects(
      store,
      ["a", "b", "c"].map((name) => begins(name, "s")),
    );
    const calls = ["s", "a", "b", "c"].flatMap((sessionKey) => [
      call("Push", { sessionKey }),
      call("Push", { sessionKey }),
    ]);
    const all = await Promise.all(calls.map((one) => decided(store, one, ofSessions)));
    expect(all.filter(({ effect }) => effect === "abstain")).toHaveLength(3);
  });

  test("what a subagent has seen counts for its parent, where only its end says whose it was", async () => {
    const store = storeOf();
    const child = { sessionKey: "child" };
    await effects(store, [call("Read", child), call("Push", child), call("Push", child)]);
    expect(await effects(store, [call("Send")])).toEqual(["abstain"]);
    await effects(store, [stops("child", "s")]);
    expect(await effects(store, [call("Send"), call("Push"), call("Push")])).toEqual([
      "ask",
      "abstain",
      "deny",
    ]);
    // And it may go on.
    expect(await effects(store, [stops("child", "s"), call("Push", child)])).toEqual(["abstain", "deny"]);
  });

  test("a subagent that starts anew does not clear its parent, and who says to be above itself has its own memory", async () => {
    const store = storeOf();
    await effects(store, [call("Read"), begins("child", "s"), begins("child", "s", { source: "clear" })]);
    expect(await effects(store, [call("Send")])).toEqual(["ask"]);
    await effects(store, [begins("s", "child"), begins("x", "x"), call("Read", { sessionKey: "x" })]);
    expect(await effects(store, [call("Send", { sessionKey: "x" }), call("Send")])).toEqual(["ask", "ask"]);
    // Of a parent that is another session's agent, nothing is shared.
    await effects(store, [call("Read", { sessionKey: "y", agent: { id: "a1", parent: "z" } })]);
    expect(await effects(store, [call("Send", { sessionKey: "z" })])).toEqual(["abstain"]);
  });

  test("what another project of the user remembers stays", async () => {
    const store = storeOf();
    const pushes = ["a", "b", "c", "d"].map((sessionKey) => call("Push", { sessionKey }));
    expect(await effects(store, pushes)).not.toContain("deny");
    await decided(store, call("Tool", { sessionKey: "e" }), ofOtherProject);
    expect(await effects(store, [call("Push", { sessionKey: "f" })])).toEqual(["deny"]);
  });

  test("of calls that are decided at once never more than the bound pass, in a session and in all of a user's", async () => {
    const passed = (all: readonly Decision[]): number =>
      all.filter(({ effect }) => effect === "abstain").length;
    const pushes = async (store: MemoryStore, by?: PolicySet): Promise<readonly Decision[]> =>
      await Promise.all(Array.from({ length: 8 }, () => decided(store, call("Push"), by)));
    expect(passed(await pushes(storeOf(), ofSessions))).toBe(3);
    // Where a session and all of a user's are counted, a call that is decided anew may be counted twice: never too seldom.
    const store = storeOf();
    const one = passed(await pushes(store));
    expect(one).toBeLessThanOrEqual(3);
    const other = await Promise.all(
      Array.from({ length: 4 }, () => decided(store, call("Push", { sessionKey: "other" }))),
    );
    expect(one + passed(other)).toBeLessThanOrEqual(4);
  });

  test.each([
    ["alone", 0],
    ["with another session meanwhile", 1],
  ])("a call that is decided anew is counted once, %s", async (_name, others) => {
    const store = storeOf();
    let refused = 0;
    const moving: MemoryStore = {
      read: (key) => store.read(key),
      write: async (key, version, text) => {
        if (!key.startsWith("session:") || refused++ > 0) return await store.write(key, version, text);
        for (let i = 0; i < others; i++) await decided(store, call("Push", { sessionKey: "other" }));
        return false;
      },
    };
    expect((await decided(moving, call("Push"))).effect).toBe("abstain");
    const kept = await store.read("user");
    const { value } = parseJsonObject(typeof kept === "string" ? "{}" : kept.text);
    expect(lookup(lookup(lookup(value, "cells"), "all"), "value")).toBe(1 + others);
  });

  test("a session that is resumed and of which nothing is kept is not an empty one", async () => {
    const store = storeOf();
    const start = (source: string): Event => {
      const read = readEvent({ event: "session_start", sessionKey: "s", source });
      if (read.kind === "refused") throw new Error(read.issue.message);
      return read.event;
    };
    notices.length = 0;
    expect(await effects(store, [start("resume"), call("Send"), call("Read"), call("Send")])).toEqual([
      "abstain",
      "deny",
      "abstain",
      "ask",
    ]);
    expect(notices).toEqual(["memory-lost"]);
    expect(await effects(store, [start("clear"), call("Send")])).toEqual(["abstain", "abstain"]);
    expect(await effects(storeOf(), [start("startup"), call("Send")])).toEqual(["abstain", "abstain"]);
  });

  describe("a session that is in its middle and of which nothing is kept", () => {
    const of = (sessionKey: string, toolName = "Send", host = "claude-code"): Event =>
      call(toolName, { sessionKey, host });
    const start = (sessionKey: string, source = "startup", host = "claude-code"): Event =>
      call("", { event: "session_start", sessionKey, source, host });

    test("has a past that is not known, where its agent tells how sessions start", async () => {
      const store = storeOf();
      await effects(store, [start("a"), of("a", "Other")]);
      notices.length = 0;
      expect(await effects(store, [of("b"), of("b"), of("b", "Read"), of("b")])).toEqual([
        "deny",
        "deny",
        "abstain",
        "ask",
      ]);
      expect(notices).toEqual(["memory-lost"]);
      // What is told of a start is nothing that another session needs.
      expect(await effects(store, [of("a"), start("c"), of("c")])).toEqual(["abstain", "abstain", "abstain"]);
      const below = call("Send", {
        sessionKey: "below",
        host: "claude-code",
        agent: { id: "below", parent: "lost" },
      });
      expect(await effects(store, [below])).toEqual(["deny"]);
    });

    test("begins, where its agent has not told a start, or none that a call came behind", async () => {
      const store = storeOf();
      expect(await effects(store, [of("a"), start("b"), start("c"), of("d")])).not.toContain("deny");
      await effects(store, [of("c", "Other")]);
      expect(
        await effects(store, [of("e"), of("e", "Send", "codex"), call("Send", { sessionKey: "e" })]),
      ).toEqual(["deny", "abstain", "abstain"]);
      // An embedder's events are of no agent.
      const own = storeOf();
      await effects(own, [start("a", "startup", ""), of("a", "Other", "")]);
      expect(await effects(own, [of("b", "Send", "")])).toEqual(["abstain"]);
    });

    test("begins with its start, where that comes behind its first event, unless it goes on", async () => {
      const store = storeOf();
      await effects(store, [start("a"), of("a", "Other")]);
      expect(await effects(store, [of("b", "Other"), of("b", "Other"), start("b"), of("b")])).not.toContain(
        "deny",
      );
      expect(await effects(store, [of("c", "Other"), start("c", "resume"), of("c")])).toContain("deny");
      // It has begun: another start of it changes nothing.
      expect(await effects(store, [of("b", "Read"), start("b"), of("b")])).toContain("ask");
    });
  });

  test("a subagent of the session shares it, and has the cells of agents for itself", async () => {
    const store = storeOf();
    const sub = { agent: { id: "a1" } };
    expect(await effects(store, [call("Read", sub), call("Send")])).toEqual(["abstain", "ask"]);
    expect(await effects(store, [call("Mine"), call("Mine", sub), call("Mine"), call("Mine", sub)])).toEqual([
      "abstain",
      "abstain",
      "deny",
      "deny",
    ]);
  });

  test("goes on when a session is resumed, and begins anew when it is cleared", async () => {
    const store = storeOf();
    const start = (source: string): Event => {
      const read = readEvent({ event: "session_start", sessionKey: "s", source });
      if (read.kind === "refused") throw new Error(read.issue.message);
      return read.event;
    };
    expect(await effects(store, [call("Read"), start("resume"), call("Send")])).toEqual([
      "abstain",
      "abstain",
      "ask",
    ]);
    expect(await effects(store, [start("clear"), call("Send")])).toEqual(["abstain", "abstain"]);
  });

  test("an event that names no session has no memory: policies that read it fail", async () => {
    const read = readEvent({ event: "before_tool_call", toolName: "Send", params: {} });
    if (read.kind === "refused") throw new Error(read.issue.message);
    const decision = await decided(storeOf(), read.event);
    expect(decision.trace[0]?.failure).toEqual({ code: "no-memory", onFailure: "deny" });
  });
});

/** The files of the states of a folder. */
function files(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));
}

test("a damaged state is not an empty one: what reads it fails, and what is set anew is known again", async () => {
  const folder = freshFolder();
  const store = fileMemoryStore(folder);
  await effects(store, [call("Read")]);
  for (const file of files(folder)) writeFileSync(file, readFileSync(file, "utf8").slice(1));
  notices.length = 0;
  expect(await effects(store, [call("Send"), call("Read"), call("Send")])).toEqual([
    "deny",
    "abstain",
    "ask",
  ]);
  expect(notices).toContain("memory-lost");
});

test("a state that is deleted in the middle of its session is not an empty one", async () => {
  const folder = freshFolder();
  const store = fileMemoryStore(folder);
  const host = "claude-code";
  await effects(store, [
    call("", { event: "session_start", host }),
    call("Other", { host }),
    call("Read", { host }),
  ]);
  for (const file of files(folder)) if (readFileSync(file, "utf8").includes('"of":"session:')) rmSync(file);
  expect(await effects(store, [call("Send", { host })])).toEqual(["deny"]);
});

test("states are for their owner alone, and few versions stay", async () => {
  const folder = freshFolder();
  const store = fileMemoryStore(folder);
  for (let i = 0; i < 30; i++) await decided(store, call("Read"));
  expect(files(folder).length).toBeLessThanOrEqual(10);
  for (const file of files(folder)) expect(statSync(file).mode & 0o077).toBe(0);
  chmodSync(folder, 0o755);
  const decision = await decided(store, call("Send"));
  expect(decision.trace[0]?.failure?.code).toBe("no-memory");
});

test("in Redis a state that nobody with the secret has written is damaged, and is replaced by what is set anew", async () => {
  const store = inRedis("one", "shared");
  await effects(store, [call("Read")]);
  const other = inRedis("two", "shared");
  notices.length = 0;
  expect(await effects(other, [call("Send"), call("Read"), call("Send")])).toEqual([
    "deny",
    "abstain",
    "ask",
  ]);
  expect(notices).toContain("memory-lost");
  // A state under another key is not the state of that key.
  const [first = "", ...rest] = redis.command("KEYS", "shared:*").trim().split("\n");
  for (const one of rest) redis.command("COPY", first, one, "REPLACE");
  notices.length = 0;
  await effects(other, [call("Send")]);
  expect(notices).toContain("memory-lost");
});

test("where Redis does not answer nothing is known, and nothing passes that a policy asks it for", async () => {
  const gone = await startRedis();
  const store = redisMemoryStore({ url: gone.url });
  opened.push(store);
  expect(await effects(store, [call("Send")])).toEqual(["abstain"]);
  await gone.remove();
  notices.length = 0;
  expect(await effects(store, [call("Send")])).toEqual(["deny"]);
  expect(notices).toEqual(["memory-lost"]);
});
