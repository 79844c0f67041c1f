import { compilePolicies, readEvent } from "@gatehouse-hooks/engine";
import { auditHandlers, auditRuntime, createRuntime, policySetHash } from "@gatehouse-hooks/runtime";
import { type AuditRecord, createAuditTrail, readTrail } from "@gatehouse-hooks/audit";
import { expect, test } from "vitest";
import { tempDir } from "../../../../test/temp-dir.js";
import { judged, setOf, toolCall } from "../world.js";

async function recordsOf(directory: string): Promise<readonly AuditRecord[]> {
  const records: AuditRecord[] = [];
  for await (const record of readTrail(directory)) records.push(record);
  return records;
}

test("a decision and the runs behind it are recorded: who, what, when, outcome, how long, by which rules", async () => {
  const directory = await tempDir();
  const trail = createAuditTrail({ directory, redact: (text) => text, now: () => Date.UTC(2030, 0, 1) });
  const policies = setOf(judged("careful"), {
    id: "late",
    events: ["before_tool_call"],
    priority: 1,
    handler: { kind: "static", verdict: "warn", reason: "mind the gap" },
  });
  const handlers = auditHandlers(
    { judge: () => Promise.resolve({ kind: "ask", reason: "better ask" }) },
    trail,
  );
  const runtime = auditRuntime(createRuntime({ policies, handlers }), trail);
  const decision = await runtime.decide(toolCall("ls", { sessionKey: "s1" }));
  await runtime.close();
  await trail.close();
  const [open, run, made] = await recordsOf(directory);
  expect(open).toMatchObject({ kind: "open", pid: process.pid });
  expect(run).toMatchObject({
    kind: "run",
    policy: "careful",
    handler: "judge",
    outcome: "ask",
    session: "s1",
  });
  expect(made).toMatchObject({
    kind: "decision",
    at: "2030-01-01T00:00:00.000Z",
    event: "before_tool_call",
    tool: "exec",
    session: "s1",
    policySet: policySetHash(policies),
    effect: decision.effect,
    policy: "careful",
    reason: "better ask",
    hooks: [
      { policy: "careful", tier: "project", verdict: "ask", source: "judge" },
      { policy: "late", tier: "project", verdict: "warn", source: "static" },
    ],
  });
  if (run?.kind !== "run" || made?.kind !== "decision") throw new Error("unexpected records");
  expect(run.eventHash).toBe(made.eventHash);
  expect(made.ms).toBeGreaterThanOrEqual(0);
});

test("equal events have equal hashes, whatever the order of their keys; what is none has none", async () => {
  const directory = await tempDir();
  const trail = createAuditTrail({ directory });
  const runtime = auditRuntime(createRuntime({ policies: setOf() }), trail);
  await runtime.decide({ event: "e", a: 1, b: 2 });
  await runtime.decide({ b: 2, event: "e", a: 1 });
  await runtime.decide({ event: "e", a: 1, b: 3 });
  await runtime.decide("nonsense");
  await trail.close();
  const hashes = (await recordsOf(directory)).flatMap((one) =>
    one.kind === "decision" ? [one.eventHash] : [],
  );
  expect(hashes[0]).toBe(hashes[1]);
  expect(hashes[0]).not.toBe(hashes[2]);
  expect(hashes[3]).toBeNull();
});

test("what is recorded is what was decided, although the caller changes its event at once", async () => {
  const directory = await tempDir();
  const trail = createAuditTrail({ directory });
  const runtime = auditRuntime(createRuntime({ policies: setOf() }), trail);
  const event = toolCall("ls") as { params: { command: string } };
  const deciding = runtime.decide(event);
  event.params.command = "rm -rf /";
  await deciding;
  await runtime.decide(toolCall("ls"));
  await trail.close();
  const hashes = (await recordsOf(directory)).flatMap((one) =>
    one.kind === "decision" ? [one.eventHash] : [],
  );
  expect(hashes[0]).toBe(hashes[1]);
});

test("a handler that throws, answers nonsense or is aborted has run all the same", async () => {
  const directory = await tempDir();
  const trail = createAuditTrail({ directory });
  const read = readEvent(toolCall());
  if (read.kind !== "event") throw new Error("no event");
  const answers: (() => Promise<never>)[] = [
    () => Promise.reject(new Error("broken")),
    () => Promise.resolve(17 as never),
    () => new Promise(() => undefined),
  ];
  for (const answer of answers) {
    const handlers = auditHandlers({ judge: answer }, trail);
    const runtime = createRuntime({ policies: setOf(judged("one", { timeoutMs: 100 })), handlers });
    expect((await runtime.decide(toolCall())).effect).toBe("deny");
    await runtime.close();
  }
  await trail.close();
  const runs = (await recordsOf(directory)).flatMap((one) =>
    one.kind === "run" ? [[one.outcome, one.code]] : [],
  );
  expect(runs).toEqual([
    ["failure", "handler-failed"],
    ["nonsense", undefined],
    ["failure", "abandoned"],
  ]);
});

test.each<[string, () => object]>([
  ["an event", () => new Proxy(toolCall(), {})],
  ["a part of one", () => toolCall("ls", { extra: new Proxy({}, {}) })],
  ["a list in one", () => toolCall("ls", { extra: [new Proxy([], {})] })],
  ["one that changes between two looks", () => changing()],
])("a proxy, %s, is refused with an audit trail as without one (S16)", async (_name, event) => {
  const directory = await tempDir();
  const { set } = compilePolicies([]);
  const plain = createRuntime({ policies: set });
  const trail = createAuditTrail({ directory });
  const refused = await plain.decide(event());
  expect(refused).toMatchObject({ effect: "deny", policy: null });
  expect(await auditRuntime(plain, trail).decide(event())).toEqual(refused);
  await trail.close();
  const [, made] = await recordsOf(directory);
  expect(made).toMatchObject({ kind: "decision", event: null, eventHash: null, effect: "deny" });
});

/** Says something else each time. */
function changing(): object {
  let looks = 0;
  return new Proxy(toolCall(), {
    getOwnPropertyDescriptor: (target, key) => {
      looks++;
      const found = Reflect.getOwnPropertyDescriptor(target, key);
      return key === "toolName" && found !== undefined ? { ...found, value: `tool-${looks}` } : found;
    },
  });
}
