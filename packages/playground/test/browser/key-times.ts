import type { BrowserPage } from "./browser-types.js";

/** From now on, the keys and the long tasks of a page are timed. */
export async function timeKeys(page: BrowserPage): Promise<void> {
  await page.evaluate(`(() => {
    window.keyTimes = [];
    window.longTasks = 0;
    new PerformanceObserver((list) => {
      window.longTasks += list.getEntries().length;
    }).observe({ type: "longtask" });
    window.addEventListener("keydown", ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => {
        window.keyTimes.push(performance.now() - timeStamp);
      }));
    }, true);
  })()`);
}

/** Milliseconds from each key to the end of the frame that showed it, of the keys since this was asked last. */
export async function takeKeyTimes(page: BrowserPage): Promise<readonly number[]> {
  return (await page.evaluate("window.keyTimes.splice(0)")) as readonly number[];
}

/** How many tasks of the page's thread took more than 50 ms since this was asked last. */
export async function takeLongTasks(page: BrowserPage): Promise<number> {
  const script = "(() => { const count = window.longTasks; window.longTasks = 0; return count; })()";
  return Number(await page.evaluate(script));
}

/** The value that so many of a hundred are not above. */
export function percentile(values: readonly number[], of: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * of) / 100) - 1)] ?? 0;
}
