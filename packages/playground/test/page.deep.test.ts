import { readFileSync } from "node:fs";
import path from "node:path";

import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

import { type BuiltPage, buildPage } from "../build/build-page.js";
import { LOOKS, startChromium } from "../../../test/chromium.js";
import { tempDir } from "../../../test/temp-dir.js";
import { until } from "./browser/until.js";

async function builtPage(): Promise<BuiltPage> {
  return await buildPage(path.resolve(import.meta.dirname, ".."), await tempDir());
}

test("the page is one file of bounded size that may connect to nothing", async () => {
  const { file, gzipped } = await builtPage();
  expect(gzipped).toBeLessThan(700_000);
  const html = readFileSync(file, "utf8");
  const [, policy = ""] = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html) ?? [];
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/]{43}='; worker-src blob:;/);
  expect(policy).not.toMatch(/connect-src|https?:|unsafe-eval|script-src[^;]*unsafe-inline/);
  // The one script ends where the page says that it ends.
  expect(html.match(/<\/script/gi)).toHaveLength(1);
});

test("the page decides in a browser, completes keys of the policies' schema, and nothing is wrong on the console", async () => {
  const { file } = await builtPage();
  const chromium = await startChromium();
  try {
    for (const look of LOOKS) {
      const { page, wrong } = await chromium.open(pathToFileURL(file).href, look);
      await until(page, 'document.querySelector("#decision .effect")?.textContent === "deny"');
      await page.evaluate(`(() => {
        const editor = document.querySelector("#policies .cm-content");
        editor.focus();
        getSelection().collapse(editor.firstChild, 0);
      })()`);
      await page.keyboard.press("Control+Home");
      await page.keyboard.insertText("mem");
      await page.keyboard.press("Control+Space");
      await until(page, 'document.querySelector(".cm-tooltip-autocomplete")?.textContent.includes("memory")');
      expect(wrong).toEqual([]);
      await chromium.shoot(page, "playground", `page-${look.viewport.width}-${look.colorScheme}`);
      await page.close();
    }
  } finally {
    await chromium.close();
  }
}, 120_000);
