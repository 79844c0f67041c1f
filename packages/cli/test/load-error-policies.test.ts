import { compilePolicies, decide, EVENT_KINDS, readEvent } from "@gatehouse/engine";
import { expect, test } from "vitest";
import { loadErrorPolicies } from "../src/load/load-error-policies.js";

const broken = {
  path: ".mayros/hooks/a.md",
  tier: "project",
  issues: [
    { severity: "error", code: "x", message: "the name is missing", line: 3, cure: "add a line `name: a`" },
  ],
} as const;

function effect(policies: readonly unknown[], event: string): string {
  const read = readEvent({ event, toolName: "exec", params: {}, message: "hello" });
  if (read.kind !== "event") throw new Error("no event");
  const { set, issues } = compilePolicies(policies);
  expect(issues.filter((issue) => issue.severity === "error")).toEqual([]);
  return decide(set, read.event).effect;
}

test("every gating event is denied, no other is", () => {
  const policies = loadErrorPolicies([broken], "deny");
  for (const kind of EVENT_KINDS)
    expect([kind.name, effect(policies, kind.name)]).toEqual([kind.name, kind.gates ? "deny" : "abstain"]);
});

test("where the lost events are known, only those that gate are denied", () => {
  const policies = loadErrorPolicies([{ ...broken, events: ["message_sending", "session_start"] }], "deny");
  expect(effect(policies, "message_sending")).toBe("deny");
  expect(effect(policies, "before_tool_call")).toBe("abstain");
});

test("with `warn` nothing is denied", () => {
  for (const kind of EVENT_KINDS)
    expect(effect(loadErrorPolicies([broken], "warn"), kind.name)).toBe("abstain");
});

test("the reason names file, line and cure", () => {
  const [policy] = loadErrorPolicies([broken], "deny");
  expect(policy?.handler).toMatchObject({
    reason:
      "the policy file `.mayros/hooks/a.md:3` cannot be loaded: the name is missing; cure: add a line `name: a`",
  });
});

test("a policy that has something to say about the event says it first", () => {
  const own = {
    id: "own",
    events: ["before_tool_call"],
    priority: -1_000_000,
    handler: { kind: "static", verdict: "deny", reason: "mine" },
  };
  const read = readEvent({ event: "before_tool_call" });
  if (read.kind !== "event") throw new Error("no event");
  expect(decide(compilePolicies([...loadErrorPolicies([broken], "deny"), own]).set, read.event).policy).toBe(
    "own",
  );
});

test("an enforced file stands in for itself in its own tier", () => {
  expect(loadErrorPolicies([{ ...broken, tier: "enforced" }], "deny")[0]?.tier).toBe("enforced");
});

test("ids stay short whatever the path", () => {
  const [policy] = loadErrorPolicies([{ ...broken, path: "x".repeat(5000) }], "deny");
  expect(policy?.id.length).toBeLessThan(500);
});
