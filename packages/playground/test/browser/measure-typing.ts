import { setTimeout } from "node:timers/promises";

import type { BrowserPage } from "./browser-types.js";
import { choose, pasteInto } from "./fill-in.js";
import { percentile, takeKeyTimes, takeLongTasks, timeKeys } from "./key-times.js";
import { until } from "./until.js";

/** What typing costs in one editor, in milliseconds. */
export interface TypingCost {
  readonly editor: string;
  readonly keys: number;
  /** From the key to the end of the frame that shows it. */
  readonly median: number;
  readonly p95: number;
  readonly slowest: number;
  /** Tasks of the page's thread that took more than 50 ms, and the longest; 0 where there is none. */
  readonly longTasks: number;
  readonly longestTask: number;
}

const POLICIES = 200;
const SETTLED = 'document.getElementById("decision").ariaBusy !== "true"';
/** Between two keys: faster than most people type, and long enough for a decision to come between. */
const BETWEEN = 120;
const TEXT = "the quick brown fox jumps over the lazy dog and once more over it";

/** Types with 200 policies in the editor, while each key is decided anew. */
export async function measureTyping(page: BrowserPage): Promise<readonly TypingCost[]> {
  await choose(page, "agent", "gatehouse");
  await pasteInto(
    page,
    "Policies",
    `"version: 1\\npolicies:\\n" + Array.from({ length: ${POLICIES} }, (_, i) =>
      \`  - id: p\${i}\\n    events: before_tool_call\\n    when: params.command.contains("c\${i}") && facts.writes.any(w, w.touches("./d\${i}/**"))\\n    deny: no \${i}\\n\`).join("") + "# "`,
  );
  await until(page, SETTLED);
  await timeKeys(page);
  const costs: TypingCost[] = [];
  for (const editor of ["Policies", "Event"]) {
    await page.evaluate(`document.querySelector('[aria-label="${editor}"]').focus()`);
    await page.keyboard.press("Control+End");
    await setTimeout(1000);
    await takeKeyTimes(page);
    await takeLongTasks(page);
    for (const key of TEXT) {
      await page.keyboard.press(key === " " ? "Space" : key);
      await setTimeout(BETWEEN);
    }
    await until(page, `window.keyTimes.length === ${TEXT.length}`);
    await until(page, SETTLED);
    const shown = (await takeKeyTimes(page)).map((key) => key.shown);
    const tasks = await takeLongTasks(page);
    costs.push({
      editor,
      keys: shown.length,
      median: percentile(shown, 50),
      p95: percentile(shown, 95),
      slowest: percentile(shown, 100),
      longTasks: tasks.length,
      longestTask: Math.max(0, ...tasks),
    });
  }
  for (const cost of costs) console.log(costLine(cost));
  return costs;
}

function costLine({ editor, keys, median, p95, slowest, longTasks, longestTask }: TypingCost): string {
  return `${editor}, ${POLICIES} policies: ${keys} keys shown after ${median.toFixed(0)} ms (median), ${p95.toFixed(0)} ms (p95), ${slowest.toFixed(0)} ms (slowest); ${longTasks} tasks over 50 ms, the longest ${longestTask.toFixed(0)} ms`;
}
