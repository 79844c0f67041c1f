import type { Condition, PolicyDefinition } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { handler } from "./policies.js";
import { conditionOf, FACT_TESTS, structureOf, testTexts } from "./small-questions.js";

const PATHS = { values: ["toolName", "params.a", "params.b"], lists: ["params.b"] };
const tests = testTexts(PATHS, FACT_TESTS);

/** Conditions over few tests: one often implies another one, or excludes it. */
function related(tests: fc.Arbitrary<string>): fc.Arbitrary<fc.Arbitrary<Condition>> {
  return fc.array(tests, { minLength: 2, maxLength: 4 }).map((atoms) => {
    const atom = fc.constantFrom(...atoms);
    const two = fc
      .tuple(atom, fc.constantFrom(" && ", " || ", " && !"), atom)
      .map(([one, join, other]) => `(${one})${join}(${other})`);
    return fc
      .oneof(
        { weight: 4, arbitrary: atom },
        { weight: 4, arbitrary: two },
        { weight: 1, arbitrary: structureOf(atom) },
      )
      .map((text) => ({ text, ast: conditionOf(text) }));
  });
}

const verdicts = fc
  .constantFrom("deny" as const, "deny" as const, "ask" as const, "allow" as const, "warn" as const)
  .map((verdict) => ({ kind: "static" as const, verdict, reason: verdict }));

const EVENTS = [
  "before_tool_call",
  "before_tool_call",
  "before_tool_call",
  "after_tool_call",
  "tool_permission",
];

function policy(id: string, conditions: fc.Arbitrary<Condition>): fc.Arbitrary<PolicyDefinition> {
  const sometimes = fc.oneof(
    { weight: 3, arbitrary: conditions },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  return fc
    .tuple(
      fc.record(
        {
          tier: fc.constantFrom("project" as const, "project" as const, "user" as const, "enforced" as const),
          enabled: fc.constantFrom(true, true, true, true, false),
          priority: fc.constantFrom(99, 100, 100, 101),
          alwaysRuns: fc.constantFrom(false, false, false, true),
        },
        { requiredKeys: ["tier"] },
      ),
      fc.oneof(
        { weight: 7, arbitrary: verdicts },
        { weight: 1, arbitrary: handler({ staticOnly: true }) },
        { weight: 1, arbitrary: handler() },
      ),
      fc.subarray(EVENTS, { minLength: 1, maxLength: 2 }),
      sometimes,
      fc.oneof({ weight: 1, arbitrary: conditions }, { weight: 4, arbitrary: fc.constant(null) }),
    )
    .map(([base, does, events, condition, matcher]) => ({
      id,
      ...base,
      events: [...new Set(events)],
      handler: does,
      ...(condition !== null && { condition }),
      ...(matcher !== null && { matcher }),
    }));
}

/** Policies over few of these tests, so that they have to do with each other. */
export function relatedPoliciesOver(some: fc.Arbitrary<string>): fc.Arbitrary<readonly PolicyDefinition[]> {
  return related(some).chain((conditions) =>
    fc
      .integer({ min: 1, max: 6 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => policy(`p${i}`, conditions)))),
  );
}

/** Policies that have to do with each other. */
export const relatedPolicies: fc.Arbitrary<readonly PolicyDefinition[]> = relatedPoliciesOver(tests);

/** Policies before a change and after it: some are gone, new, moved or say something else. */
export const changedPolicies: fc.Arbitrary<{
  readonly before: readonly PolicyDefinition[];
  readonly after: readonly PolicyDefinition[];
}> = related(tests)
  .chain((conditions) =>
    fc.integer({ min: 1, max: 5 }).chain((count) =>
      fc.tuple(
        fc.tuple(...Array.from({ length: count }, (_, i) => policy(`p${i}`, conditions))),
        fc.array(fc.tuple(fc.nat(count - 1), policy("new", conditions), fc.nat(4)), {
          minLength: 1,
          maxLength: 2,
        }),
      ),
    ),
  )
  .map(([before, changes]) => {
    const after: PolicyDefinition[] = [...before];
    for (const [place, other, dice] of changes) {
      const old = after[place];
      if (old === undefined) continue;
      if (dice === 0) after.splice(place, 1);
      else if (dice === 1) after.splice(place, 0, { ...other, id: `new${place}` });
      else if (dice === 2 && other.condition !== undefined)
        after[place] = { ...old, condition: other.condition };
      else if (dice === 3) after[place] = { ...old, handler: other.handler };
      else after[place] = { ...other, id: old.id };
    }
    return { before, after: [...new Map(after.map((one) => [one.id, one])).values()] };
  });
