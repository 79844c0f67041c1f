import {
  admitEvent,
  ALL_GATING,
  compilePolicies,
  decide,
  type Event,
  isPolicySet,
  lostTo,
  policiesOf,
  readEvent,
  step,
} from "@gatehouse-hooks/engine";
import { describe, expect, test } from "vitest";

function event(value: object): Event {
  const read = readEvent(value);
  if (read.kind === "refused") throw new Error(read.issue.message);
  return read.event;
}

const CALL = { event: "before_tool_call", toolName: "exec", params: { command: "ls" } };
const DENY = { kind: "static", verdict: "deny", reason: "no" } as const;

describe("what a problem of a file loses", () => {
  const issue = { severity: "error", code: "c", message: "m", path: "a.yaml" } as const;

  test("an error loses all gating events, with its cure and its line; a warning loses nothing", () => {
    expect(lostTo(issue, "user")).toEqual([{ file: "a.yaml", events: "all gating", tier: "user", why: "m" }]);
    expect(lostTo({ ...issue, cure: "mend it", line: 3 }, "enforced")).toEqual([
      { file: "a.yaml", events: "all gating", tier: "enforced", why: "m; cure: mend it", line: 3 },
    ]);
    expect(lostTo({ ...issue, severity: "warning" }, "user")).toEqual([]);
  });

  test("a definition that cannot be used keeps its line, where that is one", () => {
    const lostOf = (line: unknown): unknown =>
      compilePolicies([{ id: "x", events: ["before_tool_call"], source: { path: "p", line } }]).lost[0]?.line;
    expect(lostOf(7)).toBe(7);
    for (const line of [0, -1, 1.5, "7", undefined]) expect(lostOf(line)).toBeUndefined();
  });

  test("a stand-in says where it comes from", () => {
    const { set } = compilePolicies({
      policies: [],
      lost: [{ file: "a.yaml", events: ["before_tool_call"], tier: "project", why: "it is broken", line: 2 }],
    });
    expect(policiesOf(set)).toMatchObject([
      {
        events: ["before_tool_call"],
        description: "replaces what could not be loaded",
        source: { path: "a.yaml", line: 2 },
        handler: { verdict: "deny", reason: expect.stringContaining("it is broken") as string },
      },
    ]);
    expect(decide(set, event(CALL)).effect).toBe("deny");
    expect(decide(set, event({ event: "prompt", prompt: "x" })).effect).toBe("abstain");
  });
});

test("an event that no policy waits for is said, or refused where that is asked", () => {
  const { set } = compilePolicies([]);
  const unknown = event({ event: "quite_another_thing" });
  const message = "no format documents an event `quite_another_thing`, and no policy waits for it";
  const notice = { code: "unknown-event", message };
  expect(admitEvent(set, unknown)).toEqual({ kind: "admitted", event: unknown, notices: [notice] });
  expect(admitEvent(set, unknown, { unknownEvents: "deny" })).toEqual({ kind: "refused", notice });
});

test("a policy that lists an event twice, by name and among all, is asked once", () => {
  const policy = { id: "p", events: [ALL_GATING, "before_tool_call", "before_tool_call"], handler: DENY };
  const { trace } = decide(compilePolicies([policy]).set, event(CALL));
  expect(trace.map((entry) => entry.policy)).toEqual(["p"]);
});

test("a rewrite that does not fit keeps what was spent on it", () => {
  const policy = {
    id: "f",
    events: ["before_tool_call"],
    handler: { kind: "function", name: "f", timeoutMs: 1 },
  };
  const { set } = compilePolicies([policy]);
  const first = step(set, event(CALL), new Map());
  if (first.kind !== "pending") throw new Error("decided");
  const id = first.needs[0]?.id ?? "";
  expect(first.needs[0]).toMatchObject({ policy: "f", tier: "project", gates: true });
  const deep = JSON.parse(`${"[".repeat(70)}${"]".repeat(70)}`) as never;
  const verdict = {
    kind: "approve",
    reason: "",
    updatedInput: { command: deep },
    source: "judge",
    ms: 5,
    usage: { inputTokens: 1, outputTokens: 2 },
  } as const;
  const then = step(set, event(CALL), new Map([[id, verdict]]));
  if (then.kind !== "decided") throw new Error("pending");
  expect(then.decision).toMatchObject({ effect: "deny", policy: "f" });
  expect(then.decision.trace[0]).toMatchObject({
    failure: { code: "rewrite-refused" },
    source: "judge",
    ms: 5,
  });
});

test("a set is one that was compiled, and its policies are frozen to the last value", () => {
  const { set } = compilePolicies([{ id: "p", events: ["before_tool_call"], handler: DENY }]);
  expect(isPolicySet(set)).toBe(true);
  for (const other of [null, undefined, 1, {}, { kind: "policy-set" }, { ...set }])
    expect(isPolicySet(other)).toBe(false);
  const [policy] = policiesOf(set);
  expect([policy, policy?.handler, policy?.events].every((one) => Object.isFrozen(one))).toBe(true);
});
