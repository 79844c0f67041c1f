import type { Decision, Event } from "@gatehouse-hooks/engine";
import { type MayrosOutput, toMayrosOutput } from "@gatehouse-hooks/hosts";
import { MAYROS_EVENTS } from "../src/mayros/tables.js";
import { describe, expect, test } from "vitest";

function decision(parts: Partial<Decision>): Decision {
  return {
    effect: "abstain",
    policy: null,
    reason: "",
    warnings: [],
    context: [],
    systemMessages: [],
    trace: [],
    ...parts,
  };
}

function event(name: string): Event {
  return { event: name, toolName: "exec", params: { command: "ls", cwd: "/" }, message: "hello" };
}

const deny = decision({ effect: "deny", policy: "guard", reason: "no" });
const ask = decision({ effect: "ask", policy: "guard", reason: "sure?" });
const warn = decision({
  warnings: [
    { policy: "first", reason: "careful" },
    { policy: "second", reason: "slow" },
  ],
});
const failed = decision({
  warnings: [
    { policy: "first", reason: "no answer within 15000 ms" },
    { policy: "second", reason: "slow" },
  ],
  trace: [
    {
      policy: "first",
      applied: true,
      verdict: "failure",
      reason: "no answer within 15000 ms",
      source: "judge",
      tier: "project",
      failure: { code: "timeout", onFailure: "warn" },
    },
    { policy: "second", applied: true, verdict: "warn", reason: "slow", source: "judge", tier: "project" },
  ],
});
const context = decision({ context: ["use main"] });

/** Document 000, "Supported events", and what the host reads besides. */
const ROWS: readonly (readonly [event: string, given: string, decision: Decision, output: MayrosOutput])[] = [
  ["before_tool_call", "deny", deny, { block: true, blockReason: "[guard] no" }],
  ["before_tool_call", "ask", ask, { block: true, blockReason: "[guard] sure?" }],
  ["before_tool_call", "warn", warn, {}],
  ["before_tool_call", "allow", decision({ effect: "allow", policy: "guard" }), {}],
  [
    "before_tool_call",
    "rewrite",
    decision({ updatedInput: { command: "ls -l" } }),
    { params: { command: "ls -l", cwd: "/" } },
  ],
  ["message_sending", "deny", deny, { cancel: true, cancelReason: "[guard] no" }],
  ["message_sending", "ask", ask, { cancel: true, cancelReason: "[guard] sure?" }],
  ["message_sending", "warn", warn, { modified: true, modifiedReason: "[first] careful" }],
  [
    "message_sending",
    "rewrite",
    decision({ updatedInput: { message: "hi" } }),
    { modified: true, content: "hi" },
  ],
  ["before_prompt_build", "warn", warn, { prependContext: "[first] careful\n\n[second] slow" }],
  ["before_prompt_build", "deny", deny, {}],
  [
    "before_prompt_build",
    "deny after warn",
    { ...warn, ...deny, warnings: warn.warnings.slice(0, 1) },
    {
      prependContext: "[first] careful",
    },
  ],
  ["before_prompt_build", "context", context, { prependContext: "use main" }],
  ["before_agent_start", "deny", deny, { prependContext: "[DENIED: guard] no" }],
  ["before_agent_start", "ask", ask, { prependContext: "[DENIED: guard] sure?" }],
  ["before_agent_start", "warn", warn, {}],
  ["before_agent_start", "failure", failed, { prependContext: "[FAILED: first] no answer within 15000 ms" }],
  [
    "before_agent_start",
    "deny and failure",
    { ...failed, ...deny, warnings: failed.warnings, trace: failed.trace },
    { prependContext: "[DENIED: guard] no\n\n[FAILED: first] no answer within 15000 ms" },
  ],
  ["before_agent_start", "context", context, { prependContext: "use main" }],
  ...["after_tool_call", "session_start", "session_end"].flatMap((name) =>
    [deny, ask, warn, context].map((given) => [name, given.effect, given, {}] as const),
  ),
];

test.each(ROWS)("%s, %s", (name, _, given, output) => {
  expect(toMayrosOutput(given, event(name))).toEqual(output);
});

describe("an event that Mayros does not have is never told as an approval (S17)", () => {
  test.each(["pre_tool_use", "PreToolUse", "post_tool_use", "pre-bash-execution", "an_event_of_tomorrow"])(
    "%s",
    (name) => {
      for (const given of [deny, ask]) {
        const output = toMayrosOutput(given, event(name));
        expect([output.block, output.cancel]).toEqual([true, true]);
        expect(output.blockReason).toContain(given.reason);
      }
      for (const given of [warn, context]) expect(toMayrosOutput(given, event(name))).toEqual({});
    },
  );

  test("one that stops nothing stays silent", () => {
    for (const name of ["stop", "turn_end", "post-tool-call", "SessionEnd"]) {
      expect([name, toMayrosOutput(deny, event(name))]).toEqual([name, {}]);
    }
  });
});

test("an approval is silent on every event", () => {
  for (const name of MAYROS_EVENTS) expect(toMayrosOutput(decision({}), event(name))).toEqual({});
});

test("a rewrite of an event without parameters gives the keys that were set", () => {
  const bare: Event = { event: "before_tool_call", params: "text" };
  expect(toMayrosOutput(decision({ updatedInput: { a: 1 } }), bare)).toEqual({ params: { a: 1 } });
});
