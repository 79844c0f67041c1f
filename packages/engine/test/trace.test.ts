import { condition } from "@gatehouse-hooks/condition";
import {
  compilePolicies,
  decide,
  type Decision,
  readEvent,
  step,
  type Verdict,
} from "@gatehouse-hooks/engine";
import { expect, test } from "vitest";

const judge = { kind: "judge", prompt: "?", timeoutMs: 1_000, cache: "none" } as const;

function decided(definitions: readonly object[], verdicts: Readonly<Record<string, Verdict>> = {}): Decision {
  const { set } = compilePolicies(definitions.map((one) => ({ events: ["before_tool_call"], ...one })));
  const read = readEvent({ event: "before_tool_call", toolName: "exec", params: { cmd: "ls" } });
  if (read.kind !== "event") throw new Error(read.issue.message);
  const first = step(set, read.event, new Map());
  const needs = first.kind === "pending" ? first.needs : [];
  const answers = needs.flatMap(({ id, policy }) => {
    const verdict = verdicts[policy];
    return verdict === undefined ? [] : [[id, verdict] as const];
  });
  return decide(set, read.event, new Map(answers));
}

test("an entry says who answered, what it took and what it cost", () => {
  const usage = { inputTokens: 10, outputTokens: 2 };
  const [entry] = decided([{ id: "j", handler: judge }], {
    j: { kind: "warn", reason: "hm", source: "cache", ms: 3, usage },
  }).trace;
  expect(entry).toEqual({
    policy: "j",
    tier: "project",
    applied: true,
    verdict: "warn",
    reason: "hm",
    source: "cache",
    ms: 3,
    usage,
  });
});

test("an entry has nothing beside what is known", () => {
  const [entry] = decided([{ id: "j", handler: judge }], { j: { kind: "approve", reason: "" } }).trace;
  expect(entry).toEqual({
    policy: "j",
    tier: "project",
    applied: true,
    verdict: "approve",
    reason: "",
    source: "judge",
  });
});

test("a failure has its code, and what it meant", () => {
  const policy = { id: "j", handler: judge, onFailure: "ask" };
  const { effect, trace } = decided([policy], {
    j: { kind: "failure", code: "timeout", message: "late", ms: 7 },
  });
  expect(effect).toBe("ask");
  expect(trace).toEqual([
    {
      policy: "j",
      tier: "project",
      applied: true,
      verdict: "failure",
      reason: "late",
      failure: { code: "timeout", onFailure: "ask" },
      source: "judge",
      ms: 7,
    },
  ]);
});

test("a text that did not parse is noted, each by itself", () => {
  const broken = condition("toolName ==").condition;
  const fine = condition('toolName == "exec"').condition;
  const handler = { kind: "static", verdict: "warn", reason: "w" } as const;
  const { trace } = decided([
    { id: "both", handler, matcher: broken, condition: broken, order: 1 },
    { id: "first", handler, matcher: broken, condition: fine, order: 2 },
    { id: "second", handler, matcher: fine, condition: broken, order: 3 },
    { id: "none", handler, matcher: fine, condition: fine, order: 4 },
  ]);
  const matcher = "the matcher does not parse: the policy applies always";
  const other = "the condition does not parse: the policy applies always";
  expect(trace.map(({ policy, notes }) => [policy, notes])).toEqual([
    ["both", [matcher, other]],
    ["first", [matcher]],
    ["second", [other]],
    ["none", undefined],
  ]);
});

test("what an answer brings beside its kind reaches the decision, in order and once", () => {
  const { warnings, context, systemMessages } = decided(
    [
      {
        id: "s",
        priority: 9,
        handler: {
          kind: "static",
          verdict: "warn",
          reason: "first",
          context: ["c1"],
          systemMessages: ["m1"],
        },
      },
      { id: "j", handler: judge },
    ],
    {
      j: {
        kind: "warn",
        reason: "second",
        warnings: ["third", "third"],
        context: ["c2", "c1"],
        systemMessages: ["m2", "m1"],
      },
    },
  );
  expect({ warnings, context, systemMessages }).toMatchInlineSnapshot(`
    {
      "context": [
        "c2",
        "c1",
        "c1",
      ],
      "systemMessages": [
        "m2",
        "m1",
        "m1",
      ],
      "warnings": [
        {
          "policy": "j",
          "reason": "second",
        },
        {
          "policy": "j",
          "reason": "third",
        },
        {
          "policy": "s",
          "reason": "first",
        },
      ],
    }
  `);
});
