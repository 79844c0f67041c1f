import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { lawCase } from "../arbitraries/policies.js";
import { inputOrder } from "./mutants/input-order.js";
import { testLaw } from "./test-law.js";

testLaw(
  "determinism: shuffling the policy list never changes the decision record",
  (engine) =>
    fc.property(
      lawCase().chain((one) =>
        fc.tuple(
          fc.constant(one),
          fc.shuffledSubarray([...one.policies], { minLength: one.policies.length }),
        ),
      ),
      ([one, shuffled]) => {
        const before = engine.run(one).decision;
        const after = engine.run({ ...one, policies: shuffled }).decision;
        return isDeepStrictEqual(after, before);
      },
    ),
  inputOrder,
);
