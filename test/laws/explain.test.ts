import { compilePolicies, explain, step, type Verdict, policiesOf } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lawCase } from "../arbitraries/policies.js";
import { answerNeed } from "./world.js";
import { assertLaw } from "../assert-law.js";

/** Equal for lists that differ in their order only. */
function bag(items: readonly unknown[]): string {
  return JSON.stringify(items.map((item) => JSON.stringify(item)).sort());
}

/** Explain agrees with step at every point of a run, whatever has been answered so far. */
function law(explained: typeof explain): fc.IProperty<unknown> {
  return fc.property(lawCase(), fc.nat(3), (one, pace) => {
    const { set } = compilePolicies(one.policies);
    const verdicts = new Map<string, Verdict>();
    for (;;) {
      const next = step(set, one.event, verdicts);
      const said = explained(set, one.event, verdicts);
      const enabled = policiesOf(set).filter(
        (policy) => policy.enabled && policy.events.includes(one.event.event),
      );
      // Every policy has exactly one account, in order.
      if (
        JSON.stringify(said.policies.map((account) => account.policy)) !==
        JSON.stringify(enabled.map(({ id }) => id))
      )
        return false;
      if (said.policies.some((account) => account.kind === "not-applicable" && account.because.length === 0))
        return false;
      const needs = said.policies.flatMap((account) => (account.kind === "pending" ? account.needs : []));
      const entries = said.policies.flatMap((account) => ("entries" in account ? account.entries : []));
      if (next.kind === "decided") {
        const { effect, policy, reason, trace } = next.decision;
        if (said.effect !== effect || said.policy !== policy || said.reason !== reason) return false;
        if (needs.length > 0 || bag(entries) !== bag(trace)) return false;
        const [change] = said.changes;
        return (change === undefined) === (policy === null);
      }
      if (said.effect !== null || bag(needs) !== bag(next.needs.map((need) => need.id))) return false;
      for (const need of next.needs.slice(0, pace + 1)) verdicts.set(need.id, answerNeed(one.world, need));
    }
  });
}

test("explain: it agrees with step on who applied, what is missing and what was decided", () => {
  assertLaw(law(explain));
}, 600_000);

test("explain: one that keeps quiet about the second look is caught", () => {
  const quiet: typeof explain = (...parameters) => {
    const said = explain(...parameters);
    const policies = said.policies.map((account) =>
      "entries" in account
        ? { ...account, entries: account.entries.filter((entry) => entry.again !== true) }
        : account,
    );
    return { ...said, policies };
  };
  expect(() => fc.assert(law(quiet), { numRuns: 20_000, endOnFailure: true })).toThrow();
}, 600_000);

test("explain: what a change says is what happens without these policies", () => {
  assertLaw(
    fc.property(lawCase({ staticOnly: true }), (one) => {
      const { set } = compilePolicies(one.policies);
      return explain(set, one.event).changes.every(({ without, effect, policy }) => {
        const rest = one.policies.filter(({ id }) => !without.includes(id));
        const next = step(compilePolicies(rest).set, one.event, new Map());
        return next.kind === "decided" && next.decision.effect === effect && next.decision.policy === policy;
      });
    }),
  );
}, 600_000);
