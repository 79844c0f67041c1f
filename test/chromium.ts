import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import type {
  BrowserPage,
  PageOptions,
  Playwright,
} from "../packages/playground/test/browser/browser-types.js";
import { requireProgram } from "./require-program.js";

/** What drives the browser is installed there. */
const DRIVER = path.resolve(import.meta.dirname, "../packages/playground/test/browser");
const SHOTS = path.resolve(import.meta.dirname, "../reports");

/** The looks in which people see a page: on a phone and on a desktop, light and dark. */
export const LOOKS: readonly PageOptions[] = [390, 1440].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ viewport: { width, height: 900 }, colorScheme })),
);

/** A browser of a test. */
export interface Chromium {
  /** An opened page; its messages of errors are collected in `wrong`. */
  readonly open: (
    url: string,
    look: PageOptions,
  ) => Promise<{ readonly page: BrowserPage; readonly wrong: readonly string[] }>;
  /** What is hard to use for people with disabilities, and what is wider than the window. */
  readonly faults: (page: BrowserPage) => Promise<unknown>;
  /** Writes a picture of a page into a folder of `reports`. */
  readonly shoot: (page: BrowserPage, folder: string, name: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts Debian's Chromium, or what `CHROMIUM` names; it is installed where it is missing. */
export async function startChromium(): Promise<Chromium> {
  const program = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  if (!existsSync(program)) requireProgram("chromium");
  if (!existsSync(path.join(DRIVER, "node_modules"))) {
    const arguments_ = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    assert.equal(spawnSync("npm", arguments_, { cwd: DRIVER, stdio: "ignore" }).status, 0, "npm ci");
  }
  const require = createRequire(path.join(DRIVER, "package.json"));
  const { chromium } = require("playwright-core") as Playwright;
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  return {
    open: async (url, look) => {
      const page = await browser.newPage(look);
      const wrong: string[] = [];
      page.on("console", (said) => {
        if (said.type?.() === "error") wrong.push(`console: ${said.text?.() ?? ""}`);
      });
      page.on("pageerror", (said) => wrong.push(`error: ${said.message ?? ""}`));
      await page.goto(url);
      return { page, wrong };
    },
    faults: async (page) => {
      await page.evaluate(axe);
      return await page.evaluate(FAULTS);
    },
    shoot: async (page, folder, name) => {
      mkdirSync(path.join(SHOTS, folder), { recursive: true });
      // By Chromium's own protocol: Playwright's way makes code of strings, which processes of tests may not.
      const tools = await page.context().newCDPSession(page);
      const shot = await tools.send("Page.captureScreenshot", { captureBeyondViewport: true });
      const data = (shot as { readonly data: string }).data;
      writeFileSync(path.join(SHOTS, folder, `${name}.png`), Buffer.from(data, "base64"));
    },
    close: () => browser.close(),
  };
}

const FAULTS = `axe.run().then(({ violations }) => [
  ...violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target, failureSummary }) => target + " " + failureSummary).join("; ")),
  ...(document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : []),
])`;
