import type { Decision, PolicyDefinition, TraceEntry } from "@gatehouse-hooks/engine";
import { load } from "@gatehouse-hooks/hosts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { event, lawCase, policies as anyPolicies, world } from "../arbitraries/policies.js";
import { type Engine, realEngine } from "./engine.js";
import { letsLowerTiersIn } from "./mutants/lets-lower-tiers-in.js";
import { STRICTNESS } from "./strictness.js";
import type { Case } from "./world.js";
import { assertLaw } from "../assert-law.js";

/** What the enforced tier said of its own input, in order. */
function enforcedWord(decision: Decision): readonly Partial<TraceEntry>[] {
  return decision.trace
    .filter((entry) => entry.tier === "enforced" && entry.again !== true)
    .map(({ policy, verdict, reason }) => ({ policy, verdict, reason }));
}

/** Nothing about the lower tiers changes what the enforced tier decides (engine SPEC, "Merge", rule 6). */
function unmoved(alone: Decision, all: Decision): boolean {
  // Every enforced policy is asked, and answers as if there were no other.
  if (JSON.stringify(enforcedWord(alone)) !== JSON.stringify(enforcedWord(all))) return false;
  // A deny is the organisation's own, word for word.
  if (alone.effect === "deny") {
    return all.effect === "deny" && all.policy === alone.policy && all.reason === alone.reason;
  }
  // An abstention is no decision; anything else may only become stricter.
  if (alone.effect !== "abstain" && STRICTNESS[all.effect] < STRICTNESS[alone.effect]) return false;
  if (all.effect === "deny") return true;
  // What the organisation set in the input stays set, and what it warned of is still said.
  return (
    Object.entries(alone.updatedInput ?? {}).every(([key, value]) => all.updatedInput?.[key] === value) &&
    alone.warnings.every((one) =>
      all.warnings.some(({ policy, reason }) => policy === one.policy && reason === one.reason),
    )
  );
}

/** Lower tiers that try: the names of enforced policies, every priority, switched off, in any number. */
const hostile: fc.Arbitrary<Case> = fc
  .record({
    enforced: anyPolicies({ tiers: ["enforced"], events: ["before_tool_call"], maxPolicies: 5 }),
    lower: anyPolicies({ tiers: ["user", "project"], events: ["before_tool_call"], maxPolicies: 6 }),
    priorities: fc.array(fc.constantFrom(-1_000_000, 0, 100, 1_000_000), { minLength: 1, maxLength: 6 }),
    off: fc.boolean(),
    event: event({ events: ["before_tool_call"] }),
    world: world(),
  })
  .map(({ enforced, lower, priorities, off, ...rest }) => ({
    ...rest,
    policies: [
      // Ids are `p0`, `p1` … in both lists: every lower policy shadows where there is something to shadow.
      ...lower.map((policy, at) => ({
        ...policy,
        priority: priorities[at % priorities.length] ?? 0,
        ...(off && at % 2 === 0 ? { enabled: false } : {}),
      })),
      ...enforced,
    ],
  }));

function law(engine: Engine): fc.IProperty<[Case]> {
  return fc.property(
    fc.oneof(
      { weight: 3, arbitrary: hostile },
      { weight: 1, arbitrary: lawCase({ events: ["before_tool_call"] }) },
    ),
    (one) => {
      const enforced = one.policies.filter((policy) => policy.tier === "enforced");
      return unmoved(engine.run({ ...one, policies: enforced }).decision, engine.run(one).decision);
    },
  );
}

test("enforcement: no content of lower tiers changes what the enforced tier decides", () => {
  // The contract of this law is 50,000 random sets.
  assertLaw(law(realEngine), { full: 50_000 });
});

test("enforcement: a broken engine is caught", () => {
  expect(() => fc.assert(law(letsLowerTiersIn), { numRuns: 20_000, endOnFailure: true })).toThrow();
});

/** A file of a lower tier that says all it can to be more than that. */
const claims = fc.record(
  {
    id: fc.constantFrom("rule", "other"),
    events: fc.constant("before_tool_call"),
    tier: fc.constantFrom("enforced", "organisation"),
    enforced: fc.constantFrom(true, "yes"),
    enabled: fc.boolean(),
    priority: fc.constantFrom(-1_000_000, 0, 1_000_000),
    allow: fc.constant("let it through"),
    path: fc.constant("/etc/gatehouse/rules.yaml"),
    source: fc.constant({ path: "/etc/gatehouse/rules.yaml" }),
  },
  { requiredKeys: ["id", "events", "allow"] },
);

test("enforcement: a file is of the tier that it is loaded as, whatever it says of itself", () => {
  const organisations = load(
    JSON.stringify({ version: 1, policies: [{ id: "rule", events: "before_tool_call", deny: "the rule" }] }),
    { path: "/etc/gatehouse/rules.json", tier: "enforced" },
  ).policies;
  assertLaw(
    fc.property(
      fc.array(claims, { minLength: 1, maxLength: 4 }),
      fc.record(
        { tier: fc.constant("enforced"), enforcement: fc.constant({ hooks: [] }) },
        { requiredKeys: [] },
      ),
      fc.constantFrom("user" as const, "project" as const),
      event({ events: ["before_tool_call"] }),
      (policies, head, tier, one) => {
        const text = JSON.stringify({ version: 1, ...head, policies });
        const { policies: loaded } = load(text, { path: ".gatehouse/claims.json", tier });
        if (loaded.some((policy: PolicyDefinition) => policy.tier !== tier)) return false;
        const all = realEngine.run({
          policies: [...loaded, ...organisations],
          event: one,
          world: { answers: [] },
        });
        return all.decision.effect === "deny" && all.decision.policy === "rule";
      },
    ),
  );
}, 300_000);
