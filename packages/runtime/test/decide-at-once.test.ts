import { createAuditTrail } from "@gatehouse-hooks/audit";
import { createVerdictCache } from "@gatehouse-hooks/cache";
import { compilePolicies } from "@gatehouse-hooks/engine";
import { auditRuntime, createRuntime, type HandlerFunction, type Runtime } from "@gatehouse-hooks/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lawCase } from "../../../test/arbitraries/policies.js";
import { drive } from "../../../test/laws/engine.js";
import { answerNeed, type Case } from "../../../test/laws/world.js";
import { assertLaw } from "../../../test/assert-law.js";
import { tempDir } from "../../../test/temp-dir.js";
import { approve, judged, setOf, toolCall } from "./world.js";

const runtimeOf = (one: Case, asked: string[] = []): Runtime => {
  const handler: HandlerFunction = (need) => {
    asked.push(need.id);
    return Promise.resolve(answerNeed(one.world, need));
  };
  return createRuntime({
    policies: compilePolicies(one.policies).set,
    handlers: { judge: handler, command: handler, function: handler, builtin: handler },
  });
};

test("where nothing is asked the decision at once is the one that is waited for, else there is none", async () => {
  let decided = 0;
  await assertLaw(
    fc.asyncProperty(lawCase(), async (one) => {
      const asked: string[] = [];
      const runtime = runtimeOf(one, asked);
      const atOnce = runtime.decideAtOnce(one.event);
      expect(asked).toEqual([]);
      const needed = drive(one, "first", (need) => answerNeed(one.world, need)).asked;
      expect(atOnce === undefined).toBe(needed.length > 0);
      if (atOnce === undefined) return;
      decided++;
      expect(atOnce).toEqual(await runtimeOf(one).decide(one.event));
    }),
  );
  expect(decided).toBeGreaterThan(0);
});

test("what is not an event, and what comes after the end, is denied at once", async () => {
  const runtime = createRuntime({ policies: setOf() });
  for (const event of [undefined, null, "before_tool_call", {}, new Proxy(toolCall(), {})]) {
    expect(runtime.decideAtOnce(event)).toEqual(await runtime.decide(event));
    expect(runtime.decideAtOnce(event)?.effect).toBe("deny");
  }
  await runtime.close();
  expect(runtime.decideAtOnce(toolCall())).toMatchObject({ effect: "deny", reason: "the runtime is closed" });
});

test("a decision at once is counted, and one that is not made is not", () => {
  const runtime = createRuntime({
    policies: setOf(judged("a")),
    handlers: { judge: () => Promise.resolve(approve) },
  });
  expect(runtime.decideAtOnce(toolCall())).toBeUndefined();
  expect(runtime.stats().decisions).toBe(0);
  expect(runtime.decideAtOnce({ event: "session_start", sessionKey: "s" })?.effect).toBe("abstain");
  expect(runtime.stats()).toMatchObject({ decisions: 1, effects: { abstain: 1 } });
});

test("an event that begins a session waits for the cache that is cleared", async () => {
  const start = { event: "session_start", sessionKey: "s" };
  expect(createRuntime({ policies: setOf() }).decideAtOnce(start)?.effect).toBe("abstain");
  const runtime = createRuntime({ policies: setOf(), cache: createVerdictCache() });
  expect(runtime.decideAtOnce(start)).toBeUndefined();
  expect((await runtime.decide(start)).effect).toBe("abstain");
});

test("with a trail each decision at once is recorded, and none where the record is required", async () => {
  const policies = setOf({ ...judged("a"), handler: { kind: "static", verdict: "deny", reason: "no" } });
  const trail = createAuditTrail({ directory: await tempDir() });
  const plain = createRuntime({ policies });
  expect(auditRuntime(plain, trail).decideAtOnce(toolCall())?.effect).toBe("deny");
  await trail.flush();
  expect(trail.stats().written).toBe(1);
  expect(auditRuntime(plain, trail, { required: true }).decideAtOnce(toolCall())).toBeUndefined();
  await trail.close();
});
