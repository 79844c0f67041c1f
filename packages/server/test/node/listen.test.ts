import type { Gatehouse } from "@gatehouse-hooks/core";
import type { Decision } from "@gatehouse-hooks/engine";
import type { DecisionServer, DecisionServerOptions } from "@gatehouse-hooks/server";
import { listen, type Listening, type ListenOptions } from "@gatehouse-hooks/server/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { answered, type Answered, gatehouseOf, serverOf, tokenOf } from "../served.js";
import { rawSocket } from "./raw-socket.js";

const POLICIES = `
version: 1
policies:
  - { id: reads, events: access_request, when: action.name == "read", allow: everybody may read }
`;

const READ = JSON.stringify({
  subject: { type: "user", id: "alice" },
  action: { name: "read" },
  resource: { type: "book", id: "1" },
});

const HEAD = [
  "POST /access/v1/evaluation HTTP/1.1",
  "host: localhost",
  `authorization: Bearer ${tokenOf("decide")}`,
  "content-type: application/json",
].join("\r\n");

async function started(
  gatehouse: Gatehouse | string = POLICIES,
  options: ListenOptions & { readonly limits?: DecisionServerOptions["limits"] } = {},
): Promise<Listening & { readonly server: DecisionServer }> {
  const { limits, ...rest } = options;
  const server = await serverOf(gatehouse, { ...(limits !== undefined && { limits }) });
  const listening = await listen(server, { port: 0, ...rest });
  onTestFinished(() => listening.close());
  return { ...listening, server };
}

async function evaluate(origin: string): Promise<Answered> {
  const response = await fetch(`${origin}/access/v1/evaluation`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokenOf("decide")}`, "content-type": "application/json" },
    body: READ,
  });
  return await answered("POST", "/access/v1/evaluation", response);
}

/** A gatehouse whose decisions wait until they are let go. */
async function held(): Promise<{
  readonly gatehouse: Gatehouse;
  readonly free: () => void;
  readonly waiting: () => number;
}> {
  const real = await gatehouseOf(POLICIES);
  let free: () => void = () => undefined;
  let waiting = 0;
  const gate = new Promise<void>((resolve) => (free = resolve));
  const decideUnknown = async (event: unknown): Promise<Decision> => {
    waiting++;
    await gate;
    return await real.decideUnknown(event);
  };
  return {
    gatehouse: { ...real, decideUnknown, decideAtOnce: () => undefined },
    free: () => free(),
    waiting: () => waiting,
  };
}

async function becomes(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
}

describe("load", () => {
  test("more requests than may be in flight: 503 with retry-after, never an answer; then all is well", async () => {
    const { gatehouse, free, waiting } = await held();
    const { origin } = await started(gatehouse, { limits: { maxInFlight: 5 } });
    const first = Array.from({ length: 5 }, () => evaluate(origin));
    await becomes(() => waiting() === 5);
    for (const { status, headers, body } of await Promise.all(
      Array.from({ length: 20 }, () => evaluate(origin)),
    )) {
      expect([status, body["code"], headers.get("retry-after")]).toEqual([503, "too-busy", "1"]);
      expect(body["decision"]).toBeUndefined();
    }
    free();
    for (const { status, body } of await Promise.all(first))
      expect([status, body["decision"]]).toEqual([200, true]);
    expect((await evaluate(origin)).body["decision"]).toBe(true);
  });

  test("close under load: what is in flight is answered, what comes is refused, and no connection is left", async () => {
    const { gatehouse, free, waiting } = await held();
    const { origin, close, server } = await started(gatehouse);
    const idle = await rawSocket(origin);
    const kept = await rawSocket(origin);
    kept.socket.write(`GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    await kept.until(/alive/);
    const busy = Array.from({ length: 10 }, () => evaluate(origin));
    await becomes(() => waiting() === 10);
    const closing = close();
    expect(close()).toBe(closing);
    const late = await server.fetch(
      new Request(`${origin}/access/v1/evaluation`, {
        method: "POST",
        headers: { authorization: `Bearer ${tokenOf("decide")}`, "content-type": "application/json" },
        body: READ,
      }),
    );
    expect([late.status, late.headers.get("connection")]).toEqual([503, "close"]);
    free();
    for (const { status, body } of await Promise.all(busy))
      expect([status, body["decision"]]).toEqual([200, true]);
    await closing;
    await Promise.all([idle.closed, kept.closed]);
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
  });

  test("close with a delay: it says that it is not ready, and answers until then", async () => {
    const { origin, close } = await started(POLICIES, { shutdownDelayMs: 300 });
    const closing = close();
    expect((await fetch(`${origin}/readyz`)).status).toBe(503);
    expect((await evaluate(origin)).body["decision"]).toBe(true);
    await closing;
    await expect(fetch(`${origin}/readyz`)).rejects.toThrow();
  });

  test("what is not answered within the grace is cut off", async () => {
    const { gatehouse, waiting } = await held();
    const { origin, close } = await started(gatehouse, { graceMs: 50 });
    const cut = evaluate(origin);
    await becomes(() => waiting() === 1);
    const [outcome] = await Promise.allSettled([cut, close()]);
    expect(outcome.status).toBe("rejected");
  });

  test("policies that are replaced under load: every answer is of the version that it names", async () => {
    const { origin, server } = await started();
    const versions = new Map<string, unknown>();
    const deny = POLICIES.replace("allow: everybody may read", "deny: nobody may read");
    for (let round = 0; round < 6; round++) {
      const running = Array.from({ length: 10 }, () => evaluate(origin));
      server.replace("main", await gatehouseOf(round % 2 === 0 ? deny : POLICIES));
      for (const { status, headers, body } of await Promise.all(running)) {
        const version = headers.get("x-gatehouse-policies") ?? "";
        expect([status, versions.get(version) ?? body["decision"]]).toEqual([200, body["decision"]]);
        versions.set(version, body["decision"]);
      }
    }
    expect(versions.size).toBe(2);
  });
});

describe("time", () => {
  const BRIEF = { headersTimeoutMs: 150, requestTimeoutMs: 300 };

  test.each([
    ["nothing is sent", ""],
    ["a head without an end", `${HEAD}\r\n`],
    ["half a line", "POST /acc"],
    ["half a body", `${HEAD}\r\ncontent-length: 500\r\n\r\n{"subject"`],
    ["chunks without an end", `${HEAD}\r\ntransfer-encoding: chunked\r\n\r\n3\r\n{"s\r\n`],
  ])("cut off: %s", async (_, text) => {
    const { origin } = await started(POLICIES, BRIEF);
    const raw = await rawSocket(origin);
    raw.socket.write(text);
    expect(await raw.closed).not.toMatch(/ 200 |"decision"/);
    expect((await evaluate(origin)).body["decision"]).toBe(true);
  });

  test("a head that comes byte by byte is cut off though it goes on", async () => {
    const { origin } = await started(POLICIES, BRIEF);
    const raw = await rawSocket(origin);
    const timer = setInterval(() => raw.socket.write("x"), 10);
    raw.socket.write(`${HEAD}\r\nx-slow: `);
    await raw.closed;
    clearInterval(timer);
  });

  test("a connection without requests is closed", async () => {
    const { origin } = await started(POLICIES, { idleTimeoutMs: 50 });
    const raw = await rawSocket(origin);
    raw.socket.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");
    expect(await raw.closed).toContain("alive");
  });
});

describe("what is no HTTP, or nearly", () => {
  test.each([
    ["no HTTP", "hello\r\n\r\n", /^HTTP\/1\.1 400 /],
    ["a head that is too long", `${HEAD}\r\nx-long: ${"a".repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    ["two lengths", `${HEAD}\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n{}`, /^HTTP\/1\.1 400 /],
    [
      "a length and chunks",
      `${HEAD}\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      /^HTTP\/1\.1 400 /,
    ],
    ["a length that is none", `${HEAD}\r\ncontent-length: -1\r\n\r\n`, /^HTTP\/1\.1 400 /],
    [
      "no host",
      `${HEAD.replace(/host: localhost\r\n/, "")}\r\ncontent-length: 2\r\n\r\n{}`,
      /^HTTP\/1\.1 400 /,
    ],
    [
      "a host that is none",
      `${HEAD.replace("localhost", "a b/c")}\r\ncontent-length: 2\r\n\r\n{}`,
      /^HTTP\/1\.1 400 /,
    ],
    [
      "a length that is too short",
      `${HEAD}\r\ncontent-length: 5\r\nconnection: close\r\n\r\n${READ}`,
      /^HTTP\/1\.1 400 /,
    ],
    [
      "two tokens",
      `${HEAD}\r\nauthorization: Bearer x\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`,
      /^HTTP\/1\.1 40[01] /,
    ],
  ])("%s", async (_, text, expected) => {
    const { origin } = await started();
    const raw = await rawSocket(origin);
    raw.socket.write(text);
    await raw.until(/\r\n\r\n/);
    expect(raw.text()).toMatch(expected);
    expect(raw.text()).not.toContain('"decision":true');
    raw.socket.destroy();
  });

  test("requests that are sent without waiting are answered in their order", async () => {
    const { origin } = await started();
    const raw = await rawSocket(origin);
    const request = (body: string, id: string): string =>
      `${HEAD}\r\nx-request-id: ${id}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    const last = request("{}", "3").replace("x-request-id", "connection: close\r\nx-request-id");
    raw.socket.write(request(READ, "1") + request(READ.replace('"read"', '"write"'), "2") + last);
    const text = await raw.closed;
    expect([...text.matchAll(/x-request-id: (\d)/g)].map(([, id]) => id)).toEqual(["1", "2", "3"]);
    expect([...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)).toEqual([
      "200",
      "200",
      "400",
    ]);
    expect([...text.matchAll(/"decision":(\w+)/g)].map(([, decision]) => decision)).toEqual([
      "true",
      "false",
    ]);
  });

  test("a body of 50 MB is refused before it has come, with a token and without", async () => {
    const { origin } = await started();
    for (const head of [HEAD, HEAD.replace(/authorization.*\r\n/, "")]) {
      const raw = await rawSocket(origin);
      raw.socket.write(`${head}\r\ncontent-length: 50000000\r\n\r\n{"a":"`);
      const piece = "a".repeat(65_536);
      const more = (): void => {
        while (!raw.socket.destroyed && raw.socket.write(piece));
      };
      raw.socket.on("drain", more);
      more();
      await raw.until(/^HTTP\/1\.1 (?:413|401) /);
      raw.socket.destroy();
    }
    expect((await evaluate(origin)).body["decision"]).toBe(true);
  });
});

test("an address that is taken is an error", async () => {
  const { origin, server } = await started();
  await expect(listen(server, { port: Number(new URL(origin).port) })).rejects.toThrow("EADDRINUSE");
});
