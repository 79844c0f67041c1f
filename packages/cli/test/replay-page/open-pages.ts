import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import type { BrowserPage, Playwright } from "../../../playground/test/browser/browser-types.js";
import { until } from "../../../playground/test/browser/until.js";
import { htmlPage } from "../../src/replay/html-page.js";
import { sampleReport, type SampleSize } from "./sample-report.js";
import { usePage } from "./use-page.js";

/** What is opened, and with what. */
export interface OpenedPages {
  /** The path of Chromium. */
  readonly program: string;
  /** The built page. */
  readonly template: string;
  /** Where pages and screenshots go. */
  readonly shots: string;
  /** Where the pictures of the documents go; `null`: nowhere. */
  readonly pictures: string | null;
  readonly require: NodeJS.Require;
}

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };
const SIZES: readonly (readonly [string, SampleSize])[] = [
  ["small", { events: 10, sessions: 2, policies: 4 }],
  ["large", { events: 60_000, sessions: 10_000, policies: 1_000 }],
];
const READY =
  'document.documentElement.dataset.ready === "yes" && document.querySelector(".uplot canvas") !== null';

/** Opens each page from a disk in every look, and uses it. */
export async function openPages({ program, template, shots, pictures, require }: OpenedPages): Promise<void> {
  const { chromium } = require("playwright-core") as Playwright;
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  const built = readFileSync(template, "utf8");
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  try {
    for (const [name, size] of SIZES) {
      const file = path.join(shots, `${name}.html`);
      const html = htmlPage(built, sampleReport(size));
      writeFileSync(file, html);
      const url = pathToFileURL(file).href;
      for (const viewport of [WIDE, NARROW]) {
        for (const colorScheme of ["light", "dark"] as const) {
          const look = `${name}-${viewport.width}-${colorScheme}`;
          const wrong: string[] = [];
          const page = await browser.newPage({ viewport, colorScheme });
          listen(page, url, wrong);
          const start = performance.now();
          await page.goto(url);
          await until(page, READY);
          const opened = Math.round(performance.now() - start);
          assert.equal(
            await page.evaluate("document.documentElement.scrollWidth <= innerWidth"),
            true,
            `${look}: wider than the window`,
          );
          await page.screenshot({ path: path.join(shots, `${look}.png`), fullPage: viewport === WIDE });
          await usePage(page, look);
          await page.screenshot({ path: path.join(shots, `${look}-open.png`), fullPage: false });
          if (pictures !== null && name === "large" && viewport === WIDE)
            await picture(page, path.join(pictures, `replay-report-${colorScheme}.png`));
          assert.deepEqual(wrong, [], look);
          await page.close();
          assert.deepEqual(
            await violations(await browser.newPage({ viewport, colorScheme, bypassCSP: true }), url, axe),
            [],
            look,
          );
          console.log(
            `${look}: ${Math.round(html.length / 1_000)} KB, opened in ${opened} ms, fits, 0 violations, no request`,
          );
        }
      }
    }
  } finally {
    await browser.close();
  }
}

function listen(page: BrowserPage, own: string, wrong: string[]): void {
  page.on("console", (said) => {
    if (said.type?.() === "error") wrong.push(`console: ${said.text?.() ?? ""}`);
  });
  page.on("pageerror", (said) => wrong.push(`error: ${said.message ?? ""}`));
  page.on("request", (said) => {
    const url = said.url?.() ?? "";
    if (url.split("#")[0] !== own && !url.startsWith("data:")) wrong.push(`request: ${url}`);
  });
}

/** With its groups open. Chromium cannot add a script to a page whose policy forbids it, so this page is opened without. */
async function violations(page: BrowserPage, url: string, axe: string): Promise<unknown> {
  await page.goto(url);
  await until(page, READY);
  await page.evaluate(
    'for (const one of [...document.querySelectorAll("details")].slice(0, 60)) one.open = true',
  );
  await page.evaluate(axe);
  const found = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 5).map(({ target, failureSummary }) => target + ' ' + failureSummary).join('; ')))",
  );
  await page.close();
  return found;
}

/** The top of the page, as the documents show it. */
async function picture(page: BrowserPage, file: string): Promise<void> {
  await page.evaluate("scrollTo(0, 0)");
  await page.screenshot({ path: file, fullPage: false });
}
