import { describe as inEach, test as testInEach } from "vitest";
import { isLaterTier } from "./assert-law.js";

// What the quick tier has tried whole, in files that also have rows of which it tries only some: the deep tier, which has the
// other rows, leaves it out.
// oxlint-disable vitest/no-disabled-tests, vitest/valid-describe-callback -- the quick tier has them

/** `describe` of Vitest, but in the deep tier. */
export const describe: ReturnType<typeof inEach.skipIf> = inEach.skipIf(isLaterTier());

/** `test` of Vitest, but in the deep tier. */
export const test: ReturnType<typeof testInEach.skipIf> = testInEach.skipIf(isLaterTier());
