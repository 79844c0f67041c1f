import fc from "fast-check";
import { expect, test } from "vitest";
import { lawCase } from "../../../../test/arbitraries/policies.js";
import { assertLaw } from "../../../../test/assert-law.js";
import { ask, tokenOf } from "../served.js";
import { caseServer } from "./random-cases.js";

const SUBJECT = { type: "agent", id: "a" };

test("law: allow is yes, deny and ask are no, abstain is as the tenant says; a rewrite is no yes", async () => {
  const server = await caseServer();
  const seen = new Set<unknown>();
  await assertLaw(
    fc.asyncProperty(lawCase({ events: ["before_tool_call"] }), async (one) => {
      const gatehouse = await server.use(one);
      const { toolName, params } = one.event;
      const members = {
        subject: SUBJECT,
        action: { name: "call" },
        resource: { type: "tool", id: toolName, properties: { params } },
      };
      const decision = await gatehouse.decideUnknown({
        event: "before_tool_call",
        toolName,
        params,
        ...members,
      });
      const { effect, updatedInput } = decision;
      const plain = Object.keys(updatedInput ?? {}).length === 0;
      for (const tenant of ["main", "lenient"]) {
        const { status, body } = await ask(server, "/access/v1/evaluation", {
          body: members,
          token: tokenOf("decide", tenant),
        });
        const yes = plain && (effect === "allow" || (effect === "abstain" && tenant === "lenient"));
        expect([status, body["decision"]]).toEqual([200, yes]);
        expect(body["context"]).toMatchObject({ effect, policy: decision.policy });
        seen.add(`${tenant} ${effect} ${yes}`);
      }
    }),
    { quick: 100 },
  );
  expect(seen.size).toBeGreaterThanOrEqual(8);
});

test("law: /v1/decide is `decideUnknown`", async () => {
  const server = await caseServer();
  await assertLaw(
    fc.asyncProperty(lawCase(), async (one) => {
      const gatehouse = await server.use(one);
      const { status, body } = await ask(server, "/v1/decide", { body: { event: one.event } });
      expect(status).toBe(200);
      expect(timeless(body["decision"])).toEqual(timeless(await gatehouse.decideUnknown(one.event)));
      expect("approval" in body).toBe((body["decision"] as { effect: string }).effect === "ask");
    }),
    { quick: 40 },
  );
});

/** As JSON, without how long each policy took. */
function timeless(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, member: unknown) => (key === "ms" ? undefined : member)));
}
