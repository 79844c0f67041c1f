import {
  compilePolicies,
  type CompileOptions,
  type Event,
  explain,
  kindsOf,
  ofTiers,
  policiesOf,
  type PolicyDefinition,
  type PolicySet,
} from "@gatehouse-hooks/engine";
import { openPolicyStore, type StoredPolicies, storePolicySet } from "@gatehouse-hooks/store";
import fc from "fast-check";
import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { parse } from "@gatehouse-hooks/condition";
import { expressions } from "../arbitraries/expressions.js";
import { policies, sealed, world } from "../arbitraries/policies.js";
import { assertLaw, slowLaw } from "../assert-law.js";
import { engineOn } from "./engine-on.js";
import { type Asking, type Engine, realEngine } from "./engine.js";
import { storeLosesTools } from "./mutants/store-loses-tools.js";
import { testLaw } from "./test-law.js";
import type { Case } from "./world.js";
import { characters } from "../arbitraries/characters.js";

const options = {
  hash: (text: string): string => hash("sha256", text),
  writer: "the laws",
};

const EVENTS = ["before_tool_call", "message_sending", "after_tool_call", "own_event"];
const kinds: NonNullable<CompileOptions["kinds"]> = [
  { name: "own_event", gates: true, input: { path: "params" }, context: true, known: true },
];

const CONDITIONS = [
  'toolName == "exec" && params.a.includes("x")',
  'toolName in ["exec", "read"] && params.b == "y"',
  'toolName == "read"',
  "toolName == null",
  'params.a in ["x", "y", "ä\u{1f512}"]',
  'params.b.endsWith("z") || toolName == "write"',
  'toolName.lower() == "exec"',
  'params.a.matches("^[xy]$")',
  'params.a.glob("*x*")',
  '!(params.a == "x")',
  "toolName == \"exec\" && params.list.any(i, i == 'x')",
  "false",
].map((text) => ({ text, ast: parse(text).ast }));

const condition = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...CONDITIONS) },
  { weight: 1, arbitrary: expressions.map((ast) => ({ text: "generated", ast })) },
  { weight: 1, arbitrary: fc.constant({ text: "a ==", ast: null }) },
);

/** Policies of several events, some lost, some switched off, some with conditions of their own. */
const definitions: fc.Arbitrary<PolicyDefinition[]> = policies({ maxPolicies: 14, events: EVENTS }).chain(
  (list) =>
    fc.tuple(
      ...list.map((policy) =>
        fc
          .record(
            {
              condition,
              enabled: fc.boolean(),
              events: fc.oneof(
                fc.uniqueArray(fc.constantFrom(...EVENTS), { minLength: 1 }),
                fc.constant(["all gating"]),
              ),
              priority: fc.oneof(
                { weight: 9, arbitrary: fc.integer() },
                { weight: 1, arbitrary: fc.constant(0.5) },
              ),
              description: fc.string({ unit: characters }),
            },
            { requiredKeys: [] },
          )
          .map((more): PolicyDefinition => ({ ...policy, ...more })),
      ),
    ),
);

const word = fc.constantFrom("x", "y", "z", "exec", "read", "write", "ä\u{1f512}", "xyz");
const event: fc.Arbitrary<Event> = fc
  .record(
    {
      event: fc.constantFrom(...EVENTS, "unknown_event"),
      toolName: fc.oneof(word, fc.constantFrom(null, 1, {}, [])),
      params: fc.record({ a: word, b: word, list: fc.array(word) }, { requiredKeys: [] }),
      message: word,
    },
    { requiredKeys: ["event"] },
  )
  .map(sealed);

const cases: fc.Arbitrary<Case> = fc.record({ policies: definitions, event, world: world() });

function stored(set: PolicySet, given = compiledOf(set)): StoredPolicies {
  const opened = openPolicyStore(storePolicySet(given, options), options);
  if (opened.kind !== "opened") throw new Error(opened.issue.message);
  return opened.stored;
}

function compiledOf(set: PolicySet): Parameters<typeof storePolicySet>[0] {
  return { set, issues: [], lost: [] };
}

const compiledEngine = engineOn((one) => compilePolicies(one.policies, { kinds }).set);
const storedEngine = engineOn((one) => stored(compilePolicies(one.policies, { kinds }).set).set);

const law = (engine: Engine): fc.IProperty<unknown> => {
  const subject = engine === realEngine ? storedEngine : engine;
  return fc.property(cases, fc.constantFrom<Asking>("all", "first", "last"), (one, asking) =>
    isDeepStrictEqual(subject.run(one, asking), compiledEngine.run(one, asking)),
  );
};

testLaw(
  "stored: a set opened from a store decides as the one that was stored",
  law,
  storeLosesTools,
  slowLaw(250),
  // One case in 1,600 has the policy, and a call of its second tool.
  78,
);

test("stored: policies, issues, lost, names and explanations are those of the compiled set", () => {
  assertLaw(
    fc.property(cases, ({ policies: given, event: one }) => {
      const compiled = compilePolicies(given, { kinds });
      const opened = stored(compiled.set, compiled);
      expect(JSON.stringify(policiesOf(opened.set))).toBe(JSON.stringify(policiesOf(compiled.set)));
      expect(opened.issues).toEqual(compiled.issues);
      expect(opened.lost).toEqual(compiled.lost);
      expect(kindsOf(opened.set).names).toEqual(kindsOf(compiled.set).names);
      expect(explain(opened.set, one)).toEqual(explain(compiled.set, one));
    }),
    slowLaw(250),
  );
});

test("stored: the policies of some tiers are those that compiling these tiers gives", () => {
  assertLaw(
    fc.property(cases, fc.subarray(["enforced", "user", "project"] as const), (one, tiers) => {
      const compiled = compilePolicies(one.policies, { kinds });
      const some = one.policies.filter(({ tier = "project" }) => tiers.includes(tier));
      const expected = policiesOf(compilePolicies(some, { kinds }).set);
      for (const set of [compiled.set, stored(compiled.set).set]) {
        expect(policiesOf(ofTiers(set, tiers))).toEqual(expected);
      }
      const run = (set: PolicySet): unknown => engineOn(() => set).run(one);
      expect(run(ofTiers(stored(compiled.set).set, tiers))).toEqual(run(ofTiers(compiled.set, tiers)));
    }),
    slowLaw(250),
  );
});
