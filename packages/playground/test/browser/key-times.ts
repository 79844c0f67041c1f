import type { BrowserPage } from "./browser-types.js";

/** What a key cost. */
export interface KeyTime {
  /** Milliseconds from the key to the end of the frame that shows it. */
  readonly shown: number;
  /** The page was waiting for a decision. */
  readonly wasBusy: boolean;
}

/** From now on, the keys and the long tasks of a page are timed. */
export async function timeKeys(page: BrowserPage): Promise<void> {
  await page.evaluate(`(() => {
    window.keyTimes = [];
    window.longTasks = [];
    new PerformanceObserver((list) => {
      window.longTasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: "longtask" });
    window.addEventListener("keydown", ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => {
        const wasBusy = document.getElementById("decision").ariaBusy === "true";
        window.keyTimes.push({ shown: performance.now() - timeStamp, wasBusy });
      }));
    }, true);
  })()`);
}

/** Those of the keys since this was asked last. */
export async function takeKeyTimes(page: BrowserPage): Promise<readonly KeyTime[]> {
  return (await page.evaluate("window.keyTimes.splice(0)")) as readonly KeyTime[];
}

/** Milliseconds of the tasks of the page's thread that took more than 50, since this was asked last. */
export async function takeLongTasks(page: BrowserPage): Promise<readonly number[]> {
  return (await page.evaluate("window.longTasks.splice(0)")) as readonly number[];
}

/** The value that so many of a hundred are not above. */
export function percentile(values: readonly number[], of: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * of) / 100) - 1)] ?? 0;
}
