import { engineOn } from "../engine-on.js";
import { losing } from "./index-candidates.js";

/** Breaks index: whoever did not apply to the event as it came is not found after a rewrite. */
export const indexBlindToRewrites = engineOn((one) =>
  losing(one, (policy, input, original) => input === original || policy.applies(original) !== "no"),
);
