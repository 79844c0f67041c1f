import type { Need, Verdict } from "@gatehouse-hooks/engine";
import { createGatehouse } from "@gatehouse-hooks/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { event as eventOf, lawCase } from "../../../../test/arbitraries/policies.js";
import { assertLaw } from "../../../../test/assert-law.js";
import { answerNeed } from "../../../../test/laws/world.js";
import { type Answered, ask, KEY, tokenOf } from "../served.js";
import { caseServer, type CaseServer } from "./random-cases.js";

interface Pending {
  readonly kind: "pending";
  readonly needs: readonly Need[];
  readonly state: string;
  readonly expires: number;
}

async function begin(server: CaseServer, event: unknown): Promise<Answered> {
  return await ask(server, "/v1/step", { body: { event } });
}

async function answer(
  server: CaseServer,
  state: string,
  verdicts: Readonly<Record<string, Verdict>>,
  tenant = "main",
): Promise<Answered> {
  return await ask(server, "/v1/step", { body: { state, verdicts }, token: tokenOf("answer", tenant) });
}

/** A few of several, in an order of their own; at least one. */
function someOf<T>(items: readonly T[], choice: number): readonly T[] {
  const start = choice % items.length;
  const turned = [...items.slice(start), ...items.slice(0, start)];
  const count = 1 + (Math.floor(choice / items.length) % items.length);
  return (choice % 2 === 0 ? turned : turned.toReversed()).slice(0, count);
}

const choices = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 6 });

test("law: stepping with verdicts in any order is deciding with these verdicts", async () => {
  const server = await caseServer();
  let rounds = 0;
  await assertLaw(
    fc.asyncProperty(lawCase(), choices, async (one, order) => {
      const gatehouse = await server.use(one);
      let made = await begin(server, one.event);
      for (let round = 0; made.body["kind"] === "pending"; round++) {
        const { needs, state } = made.body as unknown as Pending;
        const chosen = someOf(needs, order[round % order.length] ?? 0);
        const verdicts = chosen.map((need) => [need.id, answerNeed(one.world, need)] as const);
        made = await answer(server, state, Object.fromEntries(verdicts));
        expect(made.status).toBe(200);
        rounds++;
      }
      expect(essence(made.body["decision"])).toEqual(essence(await gatehouse.decideUnknown(one.event)));
    }),
    { quick: 80 },
  );
  expect(rounds).toBeGreaterThan(20);
});

/** What is decided: without times, and without notices, which are about how the driver asked. */
function essence(decision: unknown): unknown {
  return JSON.parse(
    JSON.stringify(decision, (key, value: unknown) => (["ms", "notices"].includes(key) ? undefined : value)),
  );
}

const YES: Verdict = { kind: "allow", reason: "yes" };

/** A decision that waits for two answers. */
const ASKING = ["one", "two"].map((id) => ({
  id,
  events: ["before_tool_call"],
  handler: { kind: "function", name: "f", timeoutMs: 1_000, mayRewrite: false },
})) as Parameters<typeof createGatehouse>[0]["policies"];

async function asking(more: readonly string[] = []): Promise<Awaited<ReturnType<typeof createGatehouse>>> {
  const policies = [ASKING, more.map((text) => ({ text }))].flat() as typeof ASKING;
  return await createGatehouse({ policies, facts: false, onNotice: () => undefined });
}

async function askingServer(key?: string): Promise<CaseServer> {
  const server = await caseServer(key);
  for (const tenant of ["main", "lenient"]) server.replace(tenant, await asking());
  return server;
}

async function pendingOn(server: CaseServer, event: unknown, tenant = "main"): Promise<Pending> {
  const { body } = await ask(server, "/v1/step", { body: { event }, token: tokenOf("decide", tenant) });
  expect(body["kind"]).toBe("pending");
  return body as unknown as Pending;
}

function answersTo({ needs }: Pending): Readonly<Record<string, Verdict>> {
  return Object.fromEntries(needs.map(({ id }) => [id, YES]));
}

/** Refused as a whole: nothing was decided. */
function expectRefused({ status, body }: Answered): void {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(["decision", "kind", "needs"].filter((key) => key in body)).toEqual([]);
}

describe("what was sealed for something else is refused", async () => {
  const server = await askingServer();
  const CALL = { event: "before_tool_call", toolName: "exec", params: { a: "x" } };

  test("it counts where nothing is changed, also on another server with the key, until its time is over", async () => {
    const pending = await pendingOn(server, CALL);
    const other = await askingServer();
    other.now = pending.expires - 1;
    for (const on of [server, other]) {
      const { body } = await answer(on, pending.state, answersTo(pending));
      expect(body).toMatchObject({ kind: "decided", decision: { effect: "allow" } });
    }
    other.now = pending.expires;
    expect((await answer(other, pending.state, answersTo(pending))).status).toBe(410);
  });

  test("another key", async () => {
    const pending = await pendingOn(server, CALL);
    expectRefused(await answer(await askingServer(`${KEY}.`), pending.state, answersTo(pending)));
  });

  test("another version of the policies, also with ids of the version before", async () => {
    const changing = await askingServer();
    const before = await pendingOn(changing, CALL);
    const more = "version: 1\npolicies: [{ id: later, events: before_tool_call, warn: later }]";
    changing.replace("main", await asking([more]));
    expect((await answer(changing, before.state, answersTo(before))).status).toBe(409);
    const after = await pendingOn(changing, CALL);
    expectRefused(await answer(changing, after.state, answersTo(before)));
  });

  test("law: another tenant, another event, another time: neither the state nor the ids count", async () => {
    const events = eventOf({ events: ["before_tool_call"] });
    await assertLaw(
      fc.asyncProperty(events, events, fc.integer({ min: 1, max: 1e6 }), async (one, two, later) => {
        server.now += 1;
        const pending = await pendingOn(server, one);
        expectRefused(await answer(server, pending.state, answersTo(pending), "lenient"));
        const theirs = await pendingOn(server, one, "lenient");
        expectRefused(await answer(server, pending.state, answersTo(theirs)));
        server.now += later;
        const again = await pendingOn(server, one);
        expectRefused(await answer(server, again.state, answersTo(pending)));
        server.now -= later;
        if (JSON.stringify(one) === JSON.stringify(two)) return;
        const other = await pendingOn(server, two);
        expectRefused(await answer(server, other.state, answersTo(pending)));
        expectRefused(await answer(server, pending.state, answersTo(other)));
      }),
      { quick: 25 },
    );
  });

  test("law: a changed byte of a state, an id or a bearer token is refused", async () => {
    const pending = await pendingOn(server, CALL);
    const position = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    const letter = fc.constantFrom(...Array.from("Aa0-_.=+/ \u0000\u00e4\u0141\ud83d\udd12"));
    const which = fc.constantFrom("state", "id", "token");
    const how = fc.constantFrom("replace", "insert", "delete");
    await assertLaw(
      fc.asyncProperty(which, position, letter, how, async (what, where, character, change) => {
        const changed = (text: string): string => {
          const at = Math.floor(where * text.length);
          return (
            text.slice(0, at) +
            (change === "delete" ? "" : character) +
            text.slice(at + (change === "insert" ? 0 : 1))
          );
        };
        const [[id] = [""], ...rest] = Object.entries(answersTo(pending));
        const { state } = pending;
        const original = { state, id, token: tokenOf("answer") }[what];
        if (changed(original) === original) return;
        if (what === "token") {
          const token = changed(original);
          // What no header may have does not get as far as the server; white space at the end is not part of a token.
          if (/[^\x21-\x7e]/.test(token)) return;
          const { status } = await ask(server, "/v1/step", { body: { state, verdicts: {} }, token });
          expect(status).toBe(401);
        } else if (what === "id")
          expectRefused(await answer(server, state, { ...Object.fromEntries(rest), [changed(id)]: YES }));
        else expectRefused(await answer(server, changed(state), answersTo(pending)));
      }),
      { quick: 100 },
    );
  });

  test("who may decide may not answer, and the other way round", async () => {
    const { state } = await pendingOn(server, CALL);
    expect((await ask(server, "/v1/step", { body: { state, verdicts: {} } })).status).toBe(403);
    const token = tokenOf("answer");
    expect((await ask(server, "/v1/step", { body: { event: CALL }, token })).status).toBe(403);
  });
});
