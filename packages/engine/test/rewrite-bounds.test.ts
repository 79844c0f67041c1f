import { VOCABULARY } from "@gatehouse-hooks/hosts";
import { type Decision, type Handler, compilePolicies, decide, readEvent } from "@gatehouse-hooks/engine";
import type { OnFailure, PolicyDefinition, Verdict } from "@gatehouse-hooks/engine";
import { describe, expect, test } from "vitest";

type Json = Readonly<Record<string, unknown>>;

const EVENT = { event: "before_tool_call", toolName: "exec", params: { command: "ls" } };

function decided(
  policies: readonly PolicyDefinition[],
  event: Json,
  verdicts: Readonly<Record<string, Verdict>> = {},
): Decision {
  const { set, issues } = compilePolicies(policies, { vocabulary: VOCABULARY });
  expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
  const read = readEvent(event);
  if (read.kind !== "event") throw new Error(read.issue.message);
  return decide(set, read.event, new Map(Object.entries(verdicts)));
}

function writer(
  updatedInput: Json,
  more: Partial<PolicyDefinition> & { readonly verdict?: "approve" | "warn" | "ask" | "allow" } = {},
): PolicyDefinition {
  const { verdict = "approve", ...rest } = more;
  const handler = { kind: "static", verdict, reason: `writer says ${verdict}`, updatedInput } as Handler;
  return { id: "writer", events: ["before_tool_call"], handler, ...rest };
}

/** An object that nests this deep. */
function nested(depth: number): Json {
  let value: Json = {};
  for (let n = 1; n < depth; n++) value = { a: value };
  return value;
}

const PATCH = { dryRun: true, sandbox: true };

describe("a rewrite is applied or is a failure of its policy (S3)", () => {
  // With the five values that the event has without it, and the two that the policy sets, 99,993 make 100,000.
  test.each([
    [99_992, "applied"],
    [99_993, "applied"],
    [99_994, "denied"],
    [99_995, "denied"],
    [99_996, "refused"],
  ])("an event with a list of %i values: %s (S3)", (length, outcome) => {
    const event = { ...EVENT, params: {}, pad: Array.from({ length }, () => 0) };
    if (outcome === "refused") {
      expect(readEvent(event).kind).toBe("refused");
      return;
    }
    for (const tier of ["enforced", "user", "project"] as const) {
      const decision = decided([writer(PATCH, { tier })], event);
      expect(decision.effect).toBe(outcome === "applied" ? "abstain" : "deny");
      expect({ ...decision.updatedInput }).toEqual(outcome === "applied" ? PATCH : {});
      if (outcome === "denied") {
        expect(decision).toMatchObject({
          policy: "writer",
          reason:
            "the input cannot be rewritten: the result is not an event (more than 100000 values at `pad`)",
          trace: [{ verdict: "failure", failure: { code: "rewrite-refused", onFailure: "deny" } }],
        });
      }
    }
  });

  // The event and `params` are two levels of the 64.
  test.each([
    [61, "abstain"],
    [62, "abstain"],
    [63, "deny"],
    [64, "deny"],
  ])("a value that nests %i deep: %s (S3)", (depth, effect) => {
    const value = { x: nested(depth) };
    const fixed = decided([writer(value)], EVENT);
    expect(fixed.effect).toBe(effect);
    expect("updatedInput" in fixed).toBe(effect === "abstain");

    const command: PolicyDefinition = {
      id: "command",
      events: ["before_tool_call"],
      handler: { kind: "command", command: "c", timeoutMs: 1000 },
    };
    const answer = { kind: "allow", reason: "fine", updatedInput: value as never } as const;
    const asked = decided([command], EVENT, { "project/command": answer });
    expect(asked.effect).toBe(effect === "abstain" ? "allow" : "deny");
    expect("updatedInput" in asked).toBe(effect === "abstain");
  });

  test.each(["text", 7, true, ["list"]])(
    "an input that is not an object, %j, is not replaced (S3)",
    (params) => {
      expect(decided([writer(PATCH)], { ...EVENT, params })).toMatchObject({
        effect: "deny",
        reason: "the input cannot be rewritten: `params` is not an object",
      });
    },
  );

  test.each([undefined, null])("an input that is missing, %j, is made (S3)", (params) => {
    const { params: _, ...event } = EVENT;
    const decision = decided([writer(PATCH)], params === undefined ? event : { ...event, params });
    expect(decision).toMatchObject({ effect: "abstain", updatedInput: PATCH });
  });

  const TOO_DEEP = { x: nested(63) };

  test.each<[OnFailure, "approve" | "warn" | "ask" | "allow", string]>([
    ["deny", "approve", "deny"],
    ["deny", "ask", "deny"],
    ["deny", "allow", "deny"],
    ["ask", "approve", "ask"],
    ["ask", "ask", "ask"],
    ["ask", "allow", "ask"],
    ["warn", "approve", "abstain"],
    ["warn", "ask", "ask"],
    ["warn", "allow", "abstain"],
    ["ignore", "warn", "abstain"],
    ["ignore", "ask", "ask"],
    ["ignore", "allow", "abstain"],
  ])("with onFailure %s, what says %s gives %s (S3)", (onFailure, verdict, effect) => {
    const decision = decided([writer(TOO_DEEP, { onFailure, verdict })], EVENT);
    expect(decision.effect).toBe(effect);
    expect(decision).not.toHaveProperty("updatedInput");
    const said = decision.warnings.map(({ reason }) => reason);
    expect(said.some((reason) => reason.startsWith("the input cannot be rewritten"))).toBe(
      onFailure === "warn",
    );
    expect(said.includes("writer says warn")).toBe(verdict === "warn");
    expect(decision.trace[0]).toMatchObject({
      verdict: "failure",
      failure: { code: "rewrite-refused", onFailure },
    });
  });

  test("what was written before stays, and whoever comes after writes on it (S3)", () => {
    const first = { ...writer({ a: 1 }), id: "first", priority: 300 };
    const tooDeep = { ...writer(TOO_DEEP, { onFailure: "warn" }), id: "too-deep", priority: 200 };
    const last = { ...writer({ b: 2 }), id: "last", priority: 100 };
    expect(decided([first, tooDeep, last], EVENT)).toMatchObject({
      effect: "abstain",
      updatedInput: { a: 1, b: 2 },
      warnings: [{ policy: "too-deep" }],
    });
  });

  test("an event that does not gate: a warning, not silence (S3)", () => {
    const event = { event: "tool_response_transform", tool_response: "x" };
    const policy = { ...writer({ tool_response: nested(64) }), events: [event.event] };
    expect(decided([policy], event)).toMatchObject({ effect: "abstain", warnings: [{ policy: "writer" }] });
  });
});
