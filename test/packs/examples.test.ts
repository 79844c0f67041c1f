import { compilePolicies, decide } from "@gatehouse-hooks/engine";
import { loadPack, packs, VOCABULARY } from "@gatehouse-hooks/hosts";
import { expect, test } from "vitest";
import { derive } from "./derive.js";

test.each(packs().map((pack) => [pack.name, pack] as const))(
  "every example of the pack %s holds",
  (_, pack) => {
    const { policies, tests } = loadPack(pack);
    const wrong = tests.filter(({ policy, event, expect: { applies } }) => {
      const alone = policies.filter(({ id }) => id === policy);
      const { set } = compilePolicies(alone, { vocabulary: VOCABULARY, derive });
      return decide(set, event).trace.some((entry) => entry.policy === policy) !== applies;
    });
    expect(tests.length).toBeGreaterThan(0);
    expect(
      wrong.map(({ name, expect: { applies } }) => `${name} (expected ${applies ? "to apply" : "not to"})`),
    ).toEqual([]);
  },
);
