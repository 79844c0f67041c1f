import { compilePolicies } from "@gatehouse-hooks/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isDeepStrictEqual } from "node:util";
import { lawCase } from "../../../test/arbitraries/policies.js";
import { realEngine, type Run } from "../../../test/laws/engine.js";
import { assertLaw } from "../../../test/assert-law.js";

/** What must be the same without the policy that a warning speaks of, for the warning to be true. */
const SAME: Readonly<Record<string, (run: Run) => unknown>> = {
  "never-applies": (run) => run,
  unreachable: (run) => run,
  // The allow is heard and stands in the trace, but it is never what counts.
  "allow-never-wins": ({ decision }) => [decision.effect, decision.policy, decision.reason],
};

test("what a warning says about a policy is true for every event", () => {
  const seen = new Map<string, number>();
  const ran = assertLaw(
    fc.property(fc.oneof(lawCase(), lawCase({ verdicts: ["deny", "allow", "ask", "warn"] })), (one) => {
      const with_ = realEngine.run(one);
      for (const { code, message } of compilePolicies(one.policies).issues) {
        const same = SAME[code];
        if (same === undefined) continue;
        // The policy is the first that is named, but for conditions: "the condition of `p1` …".
        const id = /`(p\d+)`/.exec(message)?.[1];
        seen.set(code, (seen.get(code) ?? 0) + 1);
        const without = realEngine.run({
          ...one,
          policies: one.policies.filter((policy) => policy.id !== id),
        });
        if (!isDeepStrictEqual(same(without), same(with_))) return false;
      }
      return true;
    }),
    { least: 1_000 },
  );
  for (const code of Object.keys(SAME)) expect(seen.get(code) ?? 0).toBeGreaterThan(ran / 500);
}, 600_000);
