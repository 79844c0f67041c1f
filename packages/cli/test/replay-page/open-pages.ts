import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import type { BrowserPage, Playwright } from "../../../playground/test/browser/browser-types.js";
import { until } from "../../../playground/test/browser/until.js";
import { htmlPage } from "../../../logs/src/replay/write-html.js";
import { sampleReport, type SampleSize } from "./sample-report.js";
import { shiftsOf, usePage } from "./use-page.js";

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
const PICTURED: SampleSize = {
  events: 6_000,
  sessions: 140,
  policies: 6,
  names: [
    "no-force-push",
    "ask-before-delete",
    "ask-before-publish",
    "no-remote-install",
    "ask-infrastructure",
    "ask-before-prune",
  ],
};
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
          assert.deepEqual(await shiftsOf(page), [], `${look}: what was shown has moved`);
          await usePage(page, look);
          await page.screenshot({ path: path.join(shots, `${look}-open.png`), fullPage: false });
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
    if (pictures !== null) await drawPictures(browser, built, { shots, pictures });
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

type Browser = Awaited<ReturnType<Playwright["chromium"]["launch"]>>;

/** The top of the page, and an open flip, as the documents show them. */
async function drawPictures(
  browser: Browser,
  built: string,
  { shots, pictures }: { readonly shots: string; readonly pictures: string },
): Promise<void> {
  const file = path.join(shots, "picture.html");
  writeFileSync(file, htmlPage(built, sampleReport(PICTURED)));
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({
      viewport: { width: 1000, height: colorScheme === "light" ? 940 : 620 },
      colorScheme,
    });
    await page.goto(pathToFileURL(file).href);
    await until(page, READY);
    if (colorScheme === "dark") {
      await page.evaluate('document.querySelector("#flips .group").open = true');
      await until(page, 'document.querySelector("#flips .group[open] .example") !== null');
      await page.evaluate('document.querySelector("#flips").scrollIntoView()');
    }
    await page.screenshot({ path: path.join(pictures, `replay-report-${colorScheme}.png`), fullPage: false });
    await page.close();
  }
}
