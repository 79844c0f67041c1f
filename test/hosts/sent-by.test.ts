import { neverSent } from "@gatehouse-hooks/analysis";
import { condition } from "@gatehouse-hooks/condition";
import { compilePolicies, type PolicySet } from "@gatehouse-hooks/engine";
import { sentBy, VOCABULARY } from "@gatehouse-hooks/hosts";
import type { JsonObject } from "@gatehouse-hooks/json";
import { describe, expect, test } from "vitest";
import { hostOf, RECORDED } from "../../packages/hosts/test/agents/samples.js";

/** A policy for one event: for its tool, and for every field and every argument that is there. */
function setFor({ event, toolName, tool, params, ...fields }: JsonObject): PolicySet {
  const has = (path: string, of: JsonObject): string[] =>
    Object.keys(of).map((key) => `has(${path}[${JSON.stringify(key)}])`);
  const { kind } = (tool ?? {}) as JsonObject;
  const when = [
    ...Object.keys(fields).map((field) => `has(${field})`),
    ...(tool === undefined
      ? []
      : [`toolName == ${JSON.stringify(toolName)}`, `tool.kind == ${JSON.stringify(kind)}`]),
    ...has("params", (params ?? {}) as JsonObject),
  ].join(" && ");
  const policy = {
    id: "p",
    events: [typeof event === "string" ? event : ""],
    handler: { kind: "static" as const, verdict: "deny" as const, reason: "no" },
    condition: condition(when).condition,
  };
  return compilePolicies([policy], { vocabulary: VOCABULARY }).set;
}

describe("no event that a real agent sent is one that it never sends", () => {
  test.each(RECORDED.map((row) => [`${row.agent}: ${row.id}`, row] as const))("%s", (_, row) => {
    const host = hostOf(row.agent);
    const prepared = host.prepare(row.payload);
    if (prepared.kind !== "event") throw new Error(prepared.issue.message);
    expect(neverSent(setFor(prepared.event), sentBy(host))).toEqual([]);
  });
});

test.each([
  ["claude-code", { event: "before_tool_call", toolName: "Bash", tool: { kind: "read" } }],
  [
    "claude-code",
    { event: "before_tool_call", toolName: "Bash", tool: { kind: "shell" }, params: { cmd: "" } },
  ],
  ["codex", { event: "before_tool_call", toolName: "Read", tool: { kind: "read" } }],
  ["codex", { event: "after_tool_call", durationMs: 1 }],
  ["codex", { event: "after_tool_call", error: "" }],
  ["codex", { event: "before_tool_call", result: "" }],
])("%s never sends %j", (name, event) => {
  expect(neverSent(setFor(event), sentBy(hostOf(name)))).toHaveLength(1);
});

test.each([
  [["PostToolUse"], "result", 0],
  [["PostToolUse"], "error", 1],
  [["PostToolUseFailure"], "result", 1],
  [["PostToolUseFailure"], "error", 0],
  [["PostToolUse", "PostToolUseFailure"], "result", 0],
])("claude-code with hooks for %j, and a policy that reads `%s`: %i never sent", (wired, field, count) => {
  const set = setFor({ event: "after_tool_call", [field]: "" });
  expect(neverSent(set, sentBy(hostOf("claude-code"), wired))).toHaveLength(count);
});
