import { compilePolicies, decide, type PolicyDefinition, readEvent } from "@gatehouse-hooks/engine";
import { expect, test } from "vitest";

type Part = Partial<PolicyDefinition> & { readonly id: string };

/** The ids in the order in which the policies are asked. */
function orderOf(parts: readonly Part[]): readonly string[] {
  const { set } = compilePolicies(
    parts.map((part) => ({
      events: ["before_tool_call"],
      handler: { kind: "static", verdict: "warn", reason: part.id },
      ...part,
    })),
  );
  const read = readEvent({ event: "before_tool_call", toolName: "exec" });
  if (read.kind !== "event") throw new Error(read.issue.message);
  return decide(set, read.event, new Map()).trace.map((entry) => entry.policy);
}

/** Each list stands in its order (SPEC, "Order"); every row adds one rule to those before. */
const rows: readonly (readonly [string, readonly Part[]])[] = [
  [
    "the enforced tier before everything",
    [
      { id: "z", tier: "enforced", priority: -5 },
      { id: "a", tier: "user", priority: 900 },
    ],
  ],
  [
    "a higher priority first",
    [
      { id: "z", priority: 2 },
      { id: "a", priority: 1 },
    ],
  ],
  [
    "then the order of the format, lower first",
    [
      { id: "z", order: -1 },
      { id: "y", order: 0 },
      { id: "x", order: 1 },
    ],
  ],
  [
    "then project before user",
    [
      { id: "z", tier: "project" },
      { id: "a", tier: "user" },
    ],
  ],
  [
    "then paths by code units; no path is before all",
    [
      { id: "z" },
      { id: "y", source: { path: "B.md" } },
      { id: "x", source: { path: "a.md" } },
      { id: "w", source: { path: "ä.md" } },
    ],
  ],
  [
    "then lines by number; no line is before all",
    [
      { id: "z", source: { path: "a" } },
      { id: "y", source: { path: "a", line: 2 } },
      { id: "x", source: { path: "a", line: 9 } },
      { id: "w", source: { path: "a", line: 10 } },
    ],
  ],
  ["then ids by code units", [{ id: "B" }, { id: "a" }, { id: "b" }]],
];

test.each(rows)("%s", (_, parts) => {
  const ids = parts.map(({ id }) => id);
  expect(orderOf(parts)).toEqual(ids);
  expect(orderOf(parts.toReversed())).toEqual(ids);
});

test("policies that differ in content only have an order of their own", () => {
  const twins = ["one", "two", "three"].map((reason) => ({
    id: "same",
    handler: { kind: "static", verdict: "warn", reason } as const,
  }));
  const reasons = (parts: readonly Part[]): readonly string[] => {
    const { set } = compilePolicies(parts.map((part) => ({ events: ["before_tool_call"], ...part })));
    const read = readEvent({ event: "before_tool_call" });
    if (read.kind !== "event") throw new Error(read.issue.message);
    return decide(set, read.event, new Map()).trace.map((entry) => entry.reason);
  };
  expect(reasons(twins)).toEqual(reasons(twins.toReversed()));
  expect(new Set(reasons(twins)).size).toBe(3);
});
