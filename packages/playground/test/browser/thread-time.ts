import type { BrowserPage } from "./browser-types.js";

/** Asks for the processor time that a page's thread has had, in milliseconds: it does not count what other programs of the machine do. */
export async function threadTime(page: BrowserPage): Promise<() => Promise<number>> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = (await tools.send("Performance.getMetrics")) as {
      readonly metrics: readonly { readonly name: string; readonly value: number }[];
    };
    const tasks = metrics.find(({ name }) => name === "TaskDuration");
    if (tasks === undefined) throw new Error("Chromium does not say what tasks cost");
    return tasks.value * 1000;
  };
}
