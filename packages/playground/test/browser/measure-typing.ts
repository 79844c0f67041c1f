import { setTimeout } from "node:timers/promises";

import type { BrowserPage } from "./browser-types.js";
import { choose, pasteInto } from "./fill-in.js";
import { percentile, takeKeyTimes, takeLongTasks, timeKeys } from "./key-times.js";
import { threadTime } from "./thread-time.js";
import { until } from "./until.js";

/** What typing costs in one editor, in milliseconds. */
export interface TypingCost {
  readonly editor: string;
  readonly keys: number;
  /** Processor time of the page's thread from one key to the next, with everything that is drawn meanwhile. */
  readonly cost: Spread;
  /** On the clock, from the key to the end of the frame that shows it. */
  readonly shown: Spread;
  /** Tasks of the page's thread that took more than 50 ms on the clock. */
  readonly longTasks: number;
}

/** Of some times, rounded. */
export interface Spread {
  readonly median: number;
  readonly p95: number;
  readonly most: number;
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
      \`  - id: p\${i}\\n    events: before_tool_call\\n    when: params.command.includes("c\${i}") && facts.writes.any(w, w.touches("./d\${i}/**"))\\n    deny: no \${i}\\n\`).join("") + "# "`,
  );
  await until(page, SETTLED);
  await timeKeys(page);
  const spent = await threadTime(page);
  const all: TypingCost[] = [];
  for (const editor of ["Policies", "Event"]) {
    await page.evaluate(`document.querySelector('[aria-label="${editor}"]').focus()`);
    await page.keyboard.press("Control+End");
    await setTimeout(1000);
    await takeKeyTimes(page);
    await takeLongTasks(page);
    const costs: number[] = [];
    let before = await spent();
    for (const key of TEXT) {
      await page.keyboard.press(key === " " ? "Space" : key);
      await setTimeout(BETWEEN);
      const after = await spent();
      costs.push(after - before);
      before = after;
    }
    await until(page, `window.keyTimes.length === ${TEXT.length}`);
    await until(page, SETTLED);
    const shown = await takeKeyTimes(page);
    const longTasks = await takeLongTasks(page);
    all.push({ editor, keys: shown.length, cost: spread(costs), shown: spread(shown), longTasks });
  }
  for (const cost of all) console.log(costLine(cost));
  return all;
}

function spread(values: readonly number[]): Spread {
  const [median, p95, most] = [50, 95, 100].map((of) => Math.round(percentile(values, of)));
  return { median: median ?? 0, p95: p95 ?? 0, most: most ?? 0 };
}

function costLine({ editor, keys, cost, shown, longTasks }: TypingCost): string {
  const said = ({ median, p95, most }: Spread): string => `${median}, ${p95}, ${most} ms`;
  return `${editor}, ${POLICIES} policies, ${keys} keys (median, p95, most): processor ${said(cost)}; shown after ${said(shown)}; ${longTasks} long tasks`;
}
