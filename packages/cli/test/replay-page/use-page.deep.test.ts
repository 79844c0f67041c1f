import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { LOOKS, startChromium } from "../../../../test/chromium.js";
import { tempDir } from "../../../../test/temp-dir.js";
import { bundleReplayPage } from "../../../../tools/build/bundle-replay-page.js";
import { htmlPage } from "../../../logs/src/replay/write-html.js";
import { until } from "../../../playground/test/browser/until.js";
import { sampleReport } from "./sample-report.js";
import { shiftsOf, usePage } from "./use-page.js";

const READY =
  'document.documentElement.dataset.ready === "yes" && document.querySelector(".uplot canvas") !== null';

/** So long that a browser shows what it has read before the script of the page runs. */
const LONG = { events: 60_000, sessions: 10_000, policies: 1_000 };
const SAMPLE = { events: 400, sessions: 12, policies: 4 };

test("what would have been stopped comes first, on a phone and on a desktop, light and dark, with the keyboard alone", async () => {
  const folder = await tempDir();
  await bundleReplayPage(path.resolve(import.meta.dirname, "../../../logs"), folder);
  const file = path.join(folder, "replay.html");
  writeFileSync(
    file,
    htmlPage(readFileSync(path.join(folder, "replay-page.html"), "utf8"), sampleReport(SAMPLE)),
  );
  const chromium = await startChromium();
  try {
    for (const look of LOOKS) {
      const name = `${look.viewport.width}-${look.colorScheme}`;
      const { page, wrong } = await chromium.open(pathToFileURL(file).href, look);
      await until(page, READY);
      await chromium.shoot(page, "replay-page", name);
      expect(await chromium.faults(page)).toEqual([]);
      await usePage(page, name);
      expect(wrong).toEqual([]);
      await page.close();
    }
  } finally {
    await chromium.close();
  }
}, 300_000);

test("nothing of a long page moves once it is shown", async () => {
  const folder = await tempDir();
  await bundleReplayPage(path.resolve(import.meta.dirname, "../../../logs"), folder);
  const file = path.join(folder, "replay.html");
  const template = readFileSync(path.join(folder, "replay-page.html"), "utf8");
  writeFileSync(file, htmlPage(template, sampleReport(LONG)));
  const chromium = await startChromium();
  try {
    for (const look of LOOKS) {
      const { page } = await chromium.open(pathToFileURL(file).href, look);
      await until(page, READY);
      expect(await shiftsOf(page), `${look.viewport.width}-${look.colorScheme}`).toEqual([]);
      await page.close();
    }
  } finally {
    await chromium.close();
  }
});
