import { spawn } from "node:child_process";
import { createHash, hash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import { createVerdictCache, memoryStore, verdictKey } from "@gatehouse-hooks/cache";
import type { VerdictCache } from "@gatehouse-hooks/cache";
import { fileStore } from "@gatehouse-hooks/cache/file";
import { redisStore } from "@gatehouse-hooks/cache/redis";
import { project, sealJson } from "@gatehouse-hooks/json";
import type { JsonValue } from "@gatehouse-hooks/json";
import { compilePolicies } from "@gatehouse-hooks/engine";
import type { Answer, Event } from "@gatehouse-hooks/engine";
import { createRuntime } from "@gatehouse-hooks/runtime";
import { sha256 as nobleSha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalizeModule from "canonicalize";
import fastStableStringify from "fast-json-stable-stringify";
import { Redis } from "ioredis";
import { stringify as safeStableStringify } from "safe-stable-stringify";

import type { Frame } from "./frame/frame.js";

// Its types describe another module system than its code.
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined;

const BODY =
  "You guard a repository. Deny commands that rewrite published history or delete what cannot be restored.\n\n{{context}}\n";
const MODEL = "anthropic/claude-sonnet";
const EVENT = "before_tool_call";
const SIZES = [200, 2_000, 20_000, 200_000];

/** Events of about the wished size in characters, in shapes that agents send. */
const shapes: Readonly<Record<string, (size: number) => Event>> = {
  // A file that is written: one long text with quotes and line breaks.
  text(size) {
    const line = 'export const greet = (name: string): string => `hello ${name}`; // "quoted"\n';
    return made({
      toolName: "write",
      params: { path: "/home/ada/project/src/greet.ts", content: repeated(line, size - 180) },
    });
  },
  // Many records of one shape: edits, search hits, file lists.
  records(size) {
    const edits: unknown[] = [];
    for (let i = 0; edits.length * 95 < size - 180; i++) {
      edits.push({
        path: `src/module-${i}.ts`,
        line: i * 7,
        replace: i % 2 === 0,
        text: `const value${i} = compute(${i});`,
      });
    }
    return made({ toolName: "multi_edit", params: { edits } });
  },
  // Records that are all different: responses of other tools.
  mixed(size) {
    const params: Record<string, unknown> = {};
    let seed = 7;
    const random = (below: number): number =>
      (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    for (let i = 0; i * 110 < size - 180; i++) {
      const record: Record<string, unknown> = {};
      for (let j = 0; j < 4; j++)
        record[`key${random(500)}`] = random(3) === 0 ? random(1e6) : `some value number ${i}`;
      params[`part${random(10_000)}`] = record;
    }
    return made({ toolName: "custom", params });
  },
};

function made(fields: object): Event {
  return JSON.parse(
    JSON.stringify({ event: EVENT, sessionKey: "agent:main:2026-11-21", agentId: "main", ...fields }),
  ) as Event;
}

function sealed(event: Event): JsonValue {
  const { value } = sealJson(event);
  if (value === undefined) throw new Error("expected the event to be JSON");
  return value;
}

function repeated(text: string, size: number): string {
  return text.repeat(Math.ceil(Math.max(size, 1) / text.length)).slice(0, Math.max(size, 1));
}

const limit = (context: unknown): string => hash("sha256", JSON.stringify(context), "hex");

/** What one question costs: canonical JSON, SHA-256, keys, hits, memory; and what Redis saves. */
export default async function bench(frame: Frame): Promise<void> {
  for (const [shape, make] of Object.entries(shapes)) await encoders(frame, shape, make);
  await keys(frame);
  await hits(frame);
  for (const [shape, make] of Object.entries(shapes)) await hitsThroughRuntime(frame, shape, make);
  await memory(frame);
  await throughRedis(frame);
}

async function encoders(frame: Frame, shape: string, make: (size: number) => Event): Promise<void> {
  const inputs = SIZES.map(make);
  const encode = {
    "fast-json-stable-stringify": (value: unknown) => fastStableStringify(value),
    "safe-stable-stringify": (value: unknown) => safeStableStringify(value),
    canonicalize: (value: unknown) => canonicalize(value),
    canonicalJson: (value: unknown) => canonicalJson(value),
  };
  await frame.agree(`canonical JSON, ${shape}`, encode, inputs);
  // The limit does another thing: it leaves the keys in their order. It agrees on what it can: the value.
  await frame.agree(
    `limit, ${shape}`,
    {
      "JSON.stringify (unsorted)": (value: unknown): unknown => JSON.parse(JSON.stringify(value)),
      canonicalJson: (value: unknown): unknown => JSON.parse(canonicalJson(value)),
    },
    inputs,
  );
  for (const [i, input] of inputs.entries()) {
    await frame.measure(
      `canonical JSON, ${shape}, ${sizeName(SIZES[i])}`,
      {
        "JSON.stringify (unsorted)": () => JSON.stringify(input),
        ...Object.fromEntries(Object.entries(encode).map(([name, call]) => [name, () => call(input)])),
      },
      { ratioTo: "JSON.stringify (unsorted)" },
    );
  }
}

async function keys(frame: Frame): Promise<void> {
  for (const [shape, make] of Object.entries(shapes)) {
    for (const size of SIZES) {
      const context = make(size);
      const parts = { event: EVENT, body: BODY, model: MODEL, context };
      const sealedParts = { ...parts, context: sealed(context) };
      const byHand = (digest: (text: string) => string) => (): string =>
        digest(JSON.stringify([1, EVENT, digest(BODY), MODEL, digest(fastStableStringify(context))]));
      const subjects = {
        "fast-json-stable-stringify + noble": byHand((text) => bytesToHex(nobleSha256(utf8ToBytes(text)))),
        "fast-json-stable-stringify + node:crypto": byHand((text) =>
          createHash("sha256").update(text).digest("hex"),
        ),
        "verdictKey, plain object": () => verdictKey(parts),
        // As `readEvent` gives it, which is what the runtime asks with.
        "verdictKey, sealed event": () => verdictKey(sealedParts),
      };
      const label = `key, ${shape}, ${sizeName(size)}`;
      await frame.agree(label, subjects, [undefined]);
      // The limit is no key: it hashes the text as it comes. It agrees with another way to do that.
      const again = (): string => createHash("sha256").update(JSON.stringify(context)).digest("hex");
      const cheapest = { "JSON.stringify + node:crypto": () => limit(context), again };
      await frame.agree(`${label}, limit`, cheapest, [undefined]);
      await frame.measure(
        label,
        { "JSON.stringify + node:crypto": () => limit(context), ...subjects },
        { ratioTo: "JSON.stringify + node:crypto" },
      );
    }
  }
  // With `uses`, the size of the event does not count.
  for (const size of SIZES) {
    const event = shapes["text"]?.(size) as Event;
    const uses = ["params.path", "toolName", "agentId"];
    await frame.measure(`key of three paths, event of ${sizeName(size)}`, {
      "project + verdictKey": () =>
        verdictKey({ event: EVENT, body: BODY, model: MODEL, context: project(event, uses) }),
    });
  }
}

const answer: Answer = {
  kind: "deny",
  reason: "this rewrites published history; ask the owner of the branch first",
};

async function hits(frame: Frame): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-bench-"));
  const never = (): never => {
    throw new Error("asked although the answer is kept");
  };
  const compute = async (): Promise<Answer> => answer;
  const inMemory = createVerdictCache({ store: memoryStore() });
  const inFile = createVerdictCache({ store: fileStore(path.join(folder, "verdicts")) });
  for (const size of [200, 2_000, 20_000]) {
    const context = shapes["text"]?.(size);
    const question = (): { key: string; scope: "global" } => ({
      key: verdictKey({ event: EVENT, body: BODY, model: MODEL, context }),
      scope: "global",
    });
    for (const cache of [inMemory, inFile]) await cache.ask(question(), compute);
    const subjects = {
      "the key alone": async () => question().key,
      "memory hit with the key": async () => (await inMemory.ask(question(), never)).verdict.kind,
      "file hit with the key": async () => (await inFile.ask(question(), never)).verdict.kind,
    };
    const { "the key alone": key, ...kept } = subjects;
    await frame.agree(`hits, ${sizeName(size)}`, { judge: async () => answer.kind, ...kept }, [0]);
    await frame.agree(
      `key, ${sizeName(size)}`,
      { verdictKey: () => question().key, "the key alone": key },
      [0],
    );
    await frame.measure(`a hit, context of ${sizeName(size)}`, subjects, {
      async: true,
      ratioTo: "the key alone",
    });
  }
  await inMemory.close();
  await inFile.close();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * A decision whose one judge has answered before, from the host's event to the decision: reading the event, the policy,
 * the key, the kept verdict, the trace. Beside it the key of the same event, in the form that the runtime makes it from.
 */
async function hitsThroughRuntime(frame: Frame, shape: string, make: (size: number) => Event): Promise<void> {
  const { set, issues } = compilePolicies([
    {
      id: "guard",
      events: [EVENT],
      handler: { kind: "judge", prompt: BODY, model: MODEL, timeoutMs: 5_000, cache: "global" },
    },
  ]);
  if (issues.length > 0) throw new Error("expected the policy of the bench to be right");
  let calls = 0;
  const judge = async (): Promise<Answer> => (calls++, answer);
  const cache = createVerdictCache({ store: memoryStore() });
  const runtime = createRuntime({ policies: set, handlers: { judge }, cache });
  const sizes = [200, 2_000, 20_000];
  for (const size of sizes) {
    const event = make(size);
    const context = sealed(event);
    const subjects = {
      "the key alone": async () => verdictKey({ event: EVENT, body: BODY, model: MODEL, context }),
      "hit, through the runtime": async () => (await runtime.decide(event)).effect,
    };
    const { "the key alone": key, ...decided } = subjects;
    const label = `a hit through the runtime, ${shape}, ${sizeName(size)}`;
    await frame.agree(label, { judge: async () => answer.kind, ...decided }, [0]);
    await frame.agree(
      `${label}, key`,
      {
        verdictKey: () => verdictKey({ event: EVENT, body: BODY, model: MODEL, context: event }),
        "the key alone": key,
      },
      [0],
    );
    await frame.measure(label, subjects, { async: true, ratioTo: "the key alone" });
  }
  if (calls !== sizes.length) throw new Error(`the judge was asked ${calls} times, not ${sizes.length}`);
  await runtime.close();
  await cache.close();
}

async function memory(frame: Frame): Promise<void> {
  const entries = frame.quick ? 1_000 : 10_000;
  const fill = (count: number) => (): unknown => {
    const store = memoryStore({ maxEntries: count, maxBytes: 1e9 });
    for (let i = 0; i < count; i++) {
      const slot = {
        partition: { scope: "global" },
        key: hash("sha256", String(i), "hex"),
        ttlMs: 300_000,
      } as const;
      const claim = store.claim(slot);
      if (claim.kind === "own")
        store.settle(slot, claim.ticket, { ...answer, reason: `${answer.reason} (${i})` });
    }
    return store;
  };
  await frame.retained(`${entries} entries in memory, reason of 75 characters`, {
    memoryStore: fill(entries),
  });
}

/** Asks as one of several processes; prints how often its judge was called. */
const WORKER = `
  import { createVerdictCache } from "@gatehouse-hooks/cache";
  import { redisStore } from "@gatehouse-hooks/cache/redis";
  const [url, questions, contexts, offset] = process.argv.slice(1);
  const store = redisStore({ url, commandTimeoutMs: 10000, connectTimeoutMs: 10000 });
  const cache = createVerdictCache({ store });
  let calls = 0;
  await Promise.all(Array.from({ length: 10 }, async (_, lane) => {
    for (let i = lane; i < Number(questions); i += 10) {
      const key = "context-" + ((i * 31 + Number(offset)) % Number(contexts));
      await cache.ask({ key, scope: "global" }, async () => {
        calls++;
        await new Promise((resolve) => setTimeout(resolve, 20));
        return { kind: "deny", reason: key };
      });
    }
  }));
  await cache.close();
  console.log(calls);
`;

/** N processes ask M questions over D contexts through one Redis: how often is the judge called? */
async function throughRedis(frame: Frame): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-bench-"));
  const socket = path.join(folder, "socket");
  const words = ["--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder];
  const server = spawn("redis-server", words, { stdio: "ignore" });
  const cache = createVerdictCache({ store: redisStore({ url: socket, commandTimeoutMs: 5_000 }) });
  try {
    await untilReady(cache);
    const [processes, questions, contexts] = frame.quick ? [2, 200, 20] : [8, 1_000, 100];
    const start = performance.now();
    const calls = await Promise.all(
      Array.from({ length: processes }, (_, i) =>
        run([WORKER, socket, String(questions), String(contexts), String(7 * i)]),
      ),
    );
    const ms = performance.now() - start;
    const label = `${processes} processes x ${questions} questions over ${contexts} contexts, one Redis`;
    const subject = "redisStore";
    const total = calls.reduce((sum, one) => sum + Number(one), 0);
    frame.record({ subject, case: label, metric: "judge calls", value: total, unit: "calls" });
    frame.record({
      subject,
      case: label,
      metric: "time (wall, with the start of Node)",
      value: ms,
      unit: "ms",
    });
    await hitsInRedis(frame, cache, socket);
  } finally {
    await cache.close();
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Hits beside a PING, the least that Redis can be asked: one after another, and as many at the same time. */
async function hitsInRedis(frame: Frame, cache: VerdictCache, socket: string): Promise<void> {
  const client = new Redis(socket);
  const keys = Array.from({ length: 50 }, (_, i) => `kept-${i}`);
  const never = (): never => {
    throw new Error("asked although the answer is kept");
  };
  const hit = async (key: string): Promise<string> =>
    (await cache.ask({ key, scope: "global" }, never)).verdict.kind;
  const ping = async (): Promise<string> => (await client.ping()) && answer.kind;
  try {
    for (const key of keys) await cache.ask({ key, scope: "global" }, async () => answer);
    await frame.agree("hits in Redis", { PING: ping, redisStore: hit }, keys);
    await frame.measure(
      "a hit in Redis over a Unix socket",
      { PING: ping, redisStore: (i) => hit(keys[i % keys.length] ?? "") },
      { async: true },
    );
    await frame.measure(
      "50 hits in Redis at the same time",
      { PING: () => Promise.all(keys.map(ping)), redisStore: () => Promise.all(keys.map(hit)) },
      { async: true },
    );
  } finally {
    client.disconnect();
  }
}

async function run([script = "", ...args]: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, ...args], {
    // Where `@gatehouse-hooks/cache` is found.
    cwd: path.join(import.meta.dirname, ".."),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`a process of the bench ended with ${code}`);
  return output;
}

async function untilReady(cache: VerdictCache): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const key = `ready-${i}`;
    await cache.ask({ key, scope: "global" }, async () => answer);
    if ((await cache.ask({ key, scope: "global" }, async () => answer)).source === "cache") return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("redis-server does not answer; it is needed for this bench (apt-get install redis-server)");
}

function sizeName(size: number | undefined): string {
  return `${(size ?? 0) / 1_000} KB`;
}
