import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";

import type { BrowserPage } from "./browser-types.js";

/** Waits until a script is true. A script that Playwright itself would run again and again is one that the page's policy forbids. */
export async function until(page: BrowserPage, reached: string, most = 60_000): Promise<void> {
  const end = Date.now() + most;
  while ((await page.evaluate(reached)) !== true) {
    if (Date.now() > end) assert.fail(`never: ${reached}`);
    await setTimeout(20);
  }
}
