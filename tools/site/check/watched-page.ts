import type { BrowserContext, Page } from "playwright-core";

/** A page whose misdeeds are written down. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors on the console, requests to another origin, answers that are errors: since the last time this was asked. */
  readonly misdeeds: () => readonly string[];
}

/** Counts what moves: the sum of all layout shifts, also those that follow an input; and from where to where. */
const COUNT_SHIFTS = `
  globalThis.layoutShift = 0;
  globalThis.shifted = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      globalThis.layoutShift += entry.value;
      for (const { node, previousRect: from, currentRect: to } of entry.sources ?? [])
        globalThis.shifted.push(\`\${node?.className || node?.nodeName} \${from.x},\${from.y} to \${to.x},\${to.y}\`);
    }
  }).observe({ type: "layout-shift", buffered: true });`;

/** Opens a page that may speak to one origin only. */
export async function watchedPage(context: BrowserContext, origin: string): Promise<WatchedPage> {
  const page = await context.newPage();
  let misdeeds: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") misdeeds.push(`on the console: ${message.text()}`);
  });
  page.on("pageerror", (error) => misdeeds.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^(blob|data):$/.test(url.protocol) || url.origin === origin) return;
    misdeeds.push(`asks another origin: ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) misdeeds.push(`${response.status()}: ${response.url()}`);
  });
  await page.addInitScript(COUNT_SHIFTS);
  return {
    page,
    misdeeds() {
      const said = misdeeds;
      misdeeds = [];
      return said;
    },
  };
}
