import type { Expr } from "@gatehouse-hooks/condition";
import { compilePolicies, type Derive, type PolicyDefinition } from "@gatehouse-hooks/engine";
import type { JsonObject } from "@gatehouse-hooks/json";
import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { lawCase } from "../arbitraries/policies.js";
import { assertLaw } from "../assert-law.js";
import { type Asking, type Engine, realEngine } from "./engine.js";
import { engineOn } from "./engine-on.js";

/** The same condition of what is derived: every property of the event is read in its facts. */
function ofFacts(ast: Expr): Expr {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== "object" || value === null) return value;
    const node: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) node[key] = copy(member);
    if (node["kind"] !== "name") return node;
    return { ...node, kind: "member", key: node["name"], object: { ...node, name: "facts" } };
  };
  return copy(ast) as Expr;
}

function overFacts(policy: PolicyDefinition): PolicyDefinition {
  const { matcher, condition } = policy;
  return {
    ...policy,
    ...(matcher?.ast ? { matcher: { ...matcher, ast: ofFacts(matcher.ast) } } : {}),
    ...(condition?.ast ? { condition: { ...condition, ast: ofFacts(condition.ast) } } : {}),
  };
}

/** The event itself as its facts, and how often each input was asked for. */
function mirror(): Derive & { readonly asked: Map<string, number> } {
  const asked = new Map<string, number>();
  return {
    asked,
    version: "1",
    facts: (event): JsonObject => {
      const text = JSON.stringify(event);
      asked.set(text, (asked.get(text) ?? 0) + 1);
      return { ...event, complete: true };
    },
  };
}

/** Facts of the first input, whatever became of it. */
function stale(): Derive {
  let first: JsonObject | undefined;
  return { version: "1", facts: (event) => (first ??= { ...event, complete: true }) };
}

/** The engine over what is derived. */
function derived(derive: Derive): Engine {
  return engineOn((one) => compilePolicies(one.policies.map(overFacts), { derive }).set);
}

/**
 * Facts are those of the input that a policy sees: then rule 5 (no laundering) and every other law hold for policies over facts, as
 * they hold for those over the input.
 */
const law = (deriver: () => Derive): fc.IProperty<unknown> =>
  fc.property(
    lawCase({ events: ["before_tool_call"], maxPolicies: 5, tooDeep: true }),
    fc.constantFrom<Asking>("all", "first", "last"),
    (one, asking) => isDeepStrictEqual(derived(deriver()).run(one, asking), realEngine.run(one, asking)),
  );

test("facts: policies over the facts of the input decide as those over the input", () => {
  assertLaw(law(mirror));
}, 600_000);

test("facts: facts of an earlier input are caught", () => {
  expect(() => fc.assert(law(stale), { numRuns: 20_000, endOnFailure: true })).toThrow();
}, 600_000);

test("facts: each input is asked for at most once, in however many steps", () => {
  let rewritten = 0;
  assertLaw(
    fc.property(lawCase({ events: ["before_tool_call"], maxPolicies: 5 }), (one) => {
      const derive = mirror();
      derived(derive).run(one, "first");
      if (derive.asked.size > 1) rewritten++;
      for (const times of derive.asked.values()) expect(times).toBe(1);
    }),
  );
  expect(rewritten).toBeGreaterThan(10);
}, 600_000);
