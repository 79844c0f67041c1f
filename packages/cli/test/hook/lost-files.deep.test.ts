import { expect, test } from "vitest";
import { HOOKS, hooksHome } from "./hooks-home.js";
import { expectDenied, LOST_FILES, QUICK_LOST } from "./lost-files.js";

test.each(LOST_FILES.slice(QUICK_LOST))(
  "a file that %s denies what gates, with a cure",
  async (_, text, why) => {
    expect.hasAssertions();
    const one = hooksHome({ "~/.gatehouse/hooks.mjs": HOOKS });
    try {
      await expectDenied(one, text, why);
    } finally {
      one.remove();
    }
  },
);
