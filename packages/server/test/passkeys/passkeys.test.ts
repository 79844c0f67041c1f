import { generateKeyPairSync } from "node:crypto";
import { createPasskeys, inviteFor, type PasskeyStore } from "@gatehouse-hooks/server/passkeys";
import { beforeEach, describe, expect, test } from "vitest";
import type { DecisionServer } from "../../src/index.js";
import { ask, type Answered, KEY, serverOf, tokenOf } from "../served.js";
import { type Challenged, softPasskey, type SoftPasskey } from "./soft-passkey.js";

const ORIGIN = "https://pdp.example.com";
const POLICIES = "version: 1\npolicies: [{ id: asks, events: before_tool_call, ask: is it fine? }]";
const ALICE = { tenant: "main", caller: "main-approve" };
const HOUR = 3_600_000;

let kept: string | undefined;
let now: number;
let server: DecisionServer;

beforeEach(async () => {
  kept = undefined;
  now = Date.now();
  server = await served();
});

async function served(): Promise<DecisionServer> {
  const store: PasskeyStore = {
    read: async () => kept,
    change: async (changed) => void (kept = changed(kept)),
  };
  return await serverOf(POLICIES, {
    now: () => now,
    passkeys: createPasskeys({ key: KEY, origin: ORIGIN, store, now: () => now }),
  });
}

/** An answer with a status, and a detail that says why. */
const told = (status: number, why: string): object => ({
  status,
  text: expect.stringContaining(why) as string,
});

function event(command: string, sessionKey = "s"): object {
  return { event: "before_tool_call", toolName: "Bash", params: { command }, sessionKey };
}

async function decide(call: object): Promise<{ readonly effect: string; readonly id: string }> {
  const { body } = await ask(server, "/v1/decide", { body: { event: call } });
  const { decision, approval } = body as {
    readonly decision: { readonly effect: string };
    readonly approval?: { readonly id: string };
  };
  return { effect: decision.effect, id: approval?.id ?? "" };
}

async function say(at: string, body?: unknown): Promise<Answered> {
  return await ask(server, at, {
    token: tokenOf("approve"),
    body,
    method: body === undefined ? "GET" : "POST",
  });
}

const invite = (owner = ALICE, at = now): string => inviteFor(KEY, owner, at);

async function registered(code = invite()): Promise<SoftPasskey> {
  const passkey = softPasskey(ORIGIN);
  const options = await say("/v1/passkeys/options", { code });
  expect(options.status).toBe(200);
  const made = await say("/v1/passkeys", { code, passkey: passkey.create(options.body) });
  expect(made.status).toBe(200);
  return passkey;
}

async function optionsOf(id: string): Promise<Challenged> {
  const { status, body } = await say(`/v1/approvals/${id}/passkey`);
  expect(status).toBe(200);
  return body;
}

const approve = async (id: string, passkey?: unknown): Promise<Answered> =>
  await say(`/v1/approvals/${id}`, { answer: "approve", passkey });

describe("a call is approved with a passkey", () => {
  test("that was registered by a code, once, and by nothing less", async () => {
    const call = event("rm x");
    const { id } = await decide(call);
    expect((await say("/v1/approvals")).body["passkeys"]).toBe(0);
    expect(await approve(id)).toMatchObject({ status: 403 });
    const passkey = await registered();
    expect((await say("/v1/approvals")).body["passkeys"]).toBe(1);
    const signed = passkey.get(await optionsOf(id));
    expect((await decide(call)).effect).toBe("ask");
    expect(await approve(id, signed)).toMatchObject({ status: 200, body: { state: "approved" } });
    // Again while it waits for its use, and after that.
    expect((await approve(id, signed)).status).toBe(409);
    expect((await decide(call)).effect).toBe("allow");
    expect((await approve(id, signed)).status).toBe(410);
    const again = await decide(call);
    expect(again.effect).toBe("ask");
    expect(await approve(again.id, signed)).toMatchObject(told(403, "another call"));
  });

  test("a refusal takes none: it loosens nothing", async () => {
    const call = event("rm x");
    expect((await say(`/v1/approvals/${(await decide(call)).id}`, { answer: "refuse" })).status).toBe(200);
    expect((await decide(call)).effect).toBe("deny");
  });

  test.each([
    ["another command", event("rm y")],
    ["another session", event("rm x", "t")],
  ])("a signature does not count for %s", async (_, other) => {
    const passkey = await registered();
    const [one, two] = [await decide(event("rm x")), await decide(other)];
    const signed = passkey.get(await optionsOf(one.id));
    expect(await approve(two.id, signed)).toMatchObject(told(403, "another call"));
    expect((await decide(other)).effect).toBe("ask");
  });

  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  test.each([
    ["of another key", { key: privateKey }],
    ["of another address", { origin: "https://pdp.example.com.evil.test" }],
    ["for another host", { host: "evil.test" }],
    ["of another port", { origin: `${ORIGIN}:8443` }],
    ["without a person there", { flags: 0x04 }],
    ["without a check of the person", { flags: 0x01 }],
  ])("a signature %s is refused", async (_, as) => {
    const passkey = await registered();
    const call = event("rm x");
    const { id } = await decide(call);
    expect(await approve(id, passkey.get(await optionsOf(id), as))).toMatchObject(
      told(403, "does not count"),
    );
    expect((await decide(call)).effect).toBe("ask");
  });

  test("nor is one of a passkey that nobody has registered, or no signature at all", async () => {
    await registered();
    const { id } = await decide(event("rm x"));
    const options = await optionsOf(id);
    expect((await approve(id, softPasskey(ORIGIN).get(options))).body["detail"]).toContain("not registered");
    for (const passkey of [{}, "yes", 1, [], { ...softPasskey(ORIGIN).get(options), type: "password" }])
      expect((await approve(id, passkey)).status).toBe(403);
  });

  test("a counter that does not grow is that of a copy", async () => {
    const passkey = await registered();
    const [one, two, three] = [event("1"), event("2"), event("3")];
    for (const [call, counter, status] of [
      [one, 5, 200],
      [two, 5, 403],
      [three, 6, 200],
    ] as const) {
      const { id } = await decide(call);
      expect((await approve(id, passkey.get(await optionsOf(id), { counter }))).status).toBe(status);
    }
  });

  test("a store that cannot be read or written approves nothing", async () => {
    const passkey = await registered();
    const { id } = await decide(event("rm x"));
    const signed = passkey.get(await optionsOf(id));
    kept = "[{}]";
    expect((await approve(id, signed)).status).toBe(503);
    kept = "{";
    expect((await say("/v1/approvals")).status).toBe(503);
  });
});

describe("a code for a passkey", () => {
  test.each([
    ["of another caller", () => invite({ ...ALICE, caller: "bob" })],
    ["of another tenant", () => invite({ ...ALICE, tenant: "other" })],
    ["of another key", () => inviteFor("another key of 32 characters or more", ALICE, now)],
    ["that is over", () => invite(ALICE, now - HOUR)],
    ["that was made longer", () => invite().replace(/^[0-9a-z]+/, (now + 9 * HOUR).toString(36))],
    ["that is none", () => "abc"],
  ])("%s does not count", async (_, code) => {
    expect((await say("/v1/passkeys/options", { code: code() })).status).toBe(410);
    const passkey = softPasskey(ORIGIN).create({ challenge: "x" });
    expect((await say("/v1/passkeys", { code: code(), passkey })).status).toBe(410);
    expect(kept).toBeUndefined();
  });

  test("counts once, also of two that try at once, and after a start", async () => {
    const code = invite();
    const { body } = await say("/v1/passkeys/options", { code });
    const tries = await Promise.all(
      [1, 2].map(() => say("/v1/passkeys", { code, passkey: softPasskey(ORIGIN).create(body) })),
    );
    expect(tries.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 410]);
    server = await served();
    expect((await say("/v1/passkeys/options", { code })).status).toBe(410);
  });

  test("makes a passkey for its own options alone, and for this server", async () => {
    const [one, two] = [invite(), invite(ALICE, now + 1)];
    const { body } = await say("/v1/passkeys/options", { code: one });
    const made = await say("/v1/passkeys", { code: two, passkey: softPasskey(ORIGIN).create(body) });
    expect(made).toMatchObject(told(403, "another code"));
    const elsewhere = softPasskey("https://evil.test").create(body);
    expect((await say("/v1/passkeys", { code: one, passkey: elsewhere })).status).toBe(403);
  });

  test("is for those who approve", async () => {
    for (const role of ["decide", "answer", "metrics"] as const) {
      const asked = { token: tokenOf(role), body: { code: invite() } };
      expect((await ask(server, "/v1/passkeys/options", asked)).status).toBe(403);
    }
  });
});

test("without passkeys, a server says that it has none, and takes a token as before", async () => {
  server = await serverOf(POLICIES);
  const { id } = await decide(event("rm x"));
  expect((await say("/v1/approvals")).body["passkeys"]).toBeUndefined();
  expect((await say(`/v1/approvals/${id}/passkey`)).status).toBe(404);
  expect((await say("/v1/passkeys/options", { code: "x" })).status).toBe(404);
  expect((await approve(id)).status).toBe(200);
});

test.each([
  "http://pdp.example.com",
  "https://192.0.2.1",
  "https://[::1]:8443",
  "http://127.0.0.1:8181",
  "pdp",
])("browsers make no passkeys for %s, and that is said at once", (origin) => {
  const store: PasskeyStore = { read: async () => undefined, change: async () => undefined };
  expect(() => createPasskeys({ key: KEY, origin, store })).toThrow("browsers make no passkeys");
});
