import { engineOn } from "../engine-on.js";
import { losing } from "./index-candidates.js";

/** Breaks index: a policy whose condition has alternatives is looked up under the first one only. */
export const indexLosesAlternatives = engineOn((one) =>
  losing(one, ({ policy }) => policy.condition?.ast?.kind !== "or"),
);
