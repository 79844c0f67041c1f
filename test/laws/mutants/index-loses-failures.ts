import { engineOn } from "../engine-on.js";
import { losing } from "./index-candidates.js";

/** Breaks index: a condition that runs out of budget counts as one that does not hold. */
export const indexLosesFailures = engineOn((one) =>
  losing(one, (policy, input) => policy.applies(input) !== "over-budget"),
);
