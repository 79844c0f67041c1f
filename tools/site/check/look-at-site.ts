import { mkdirSync, rmSync } from "node:fs";
import type { LinkReport } from "./broken-links.js";
import { startBrowser } from "./browser.js";
import { journeysOf } from "./journeys.js";
import { looksOf } from "./looks.js";
import type { SiteResults } from "./results-page.js";
import { serve } from "./serve.js";
import { tryPlayground } from "./try-playground.js";

/** A site that is built. */
export interface BuiltSite {
  readonly dist: string;
  /** Where it will be on its server: `/`, or a path that ends in `/`. */
  readonly base: string;
  readonly links: LinkReport;
  /** The files that are looked at. */
  readonly files: readonly string[];
  readonly hasPlayground: boolean;
  /** A folder for screenshots; it is emptied. */
  readonly shots: string;
}

/** Opens a built site in Chromium, and does what readers do. */
export async function lookAtSite(built: BuiltSite, tell: (line: string) => void): Promise<SiteResults> {
  const { dist, base, links, files, hasPlayground, shots } = built;
  rmSync(shots, { recursive: true, force: true });
  mkdirSync(shots, { recursive: true });
  const server = await serve(dist, base);
  const browser = await startBrowser();
  try {
    const site = `${server.origin}${base}`;
    const looks = await looksOf(browser, { site, files, shots, tell });
    const journeys = await journeysOf(browser, site);
    tell(`${journeys.length} ways by the keyboard`);
    const playground = hasPlayground ? await tryPlayground(browser, site, shots) : null;
    return { links, looks, journeys, playground, version: browser.version() };
  } finally {
    await browser.close();
    server.close();
  }
}
