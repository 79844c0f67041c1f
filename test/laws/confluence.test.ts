import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { lawCase } from "../arbitraries/policies.js";
import { guesses } from "./mutants/guesses.js";
import { testLaw } from "./test-law.js";

testLaw(
  "confluence: asking the first need only, the last only, or all gives the same decision record",
  (engine) =>
    fc.property(lawCase(), (one) => {
      const all = engine.run(one, "all").decision;
      return (
        isDeepStrictEqual(engine.run(one, "first").decision, all) &&
        isDeepStrictEqual(engine.run(one, "last").decision, all)
      );
    }),
  guesses,
);
