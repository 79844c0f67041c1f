import fc from "fast-check";
import { lawCase } from "../arbitraries/policies.js";
import { stopsAtAsk } from "./mutants/stops-at-ask.js";
import { oracleEffect } from "./oracle.js";
import { testLaw } from "./test-law.js";

testLaw(
  "short-circuit: the effect equals the effect of evaluating every applicable policy",
  (engine) => fc.property(lawCase(), (one) => engine.run(one).decision.effect === oracleEffect(one)),
  stopsAtAsk,
);
