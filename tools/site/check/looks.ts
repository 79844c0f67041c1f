import path from "node:path";
import type { Browser } from "playwright-core";
import { accessibilityOf } from "./accessibility.js";
import { SCREENS, type Screen } from "./screens.table.js";
import { watchedPage, type WatchedPage } from "./watched-page.js";

/** How one page looks on one screen. */
export interface Look {
  readonly file: string;
  readonly screen: string;
  /** Of accessibility, 0 to 100. */
  readonly score: number;
  readonly layoutShift: number;
  /** A sentence for each thing that is wrong. */
  readonly problems: readonly string[];
}

/** What is looked at, and where pictures of it go. */
export interface LookOptions {
  /** The address of the front page, with a slash at its end. */
  readonly site: string;
  /** Files of the site. */
  readonly files: readonly string[];
  /** A folder, for a screenshot of each page. */
  readonly shots: string;
  readonly tell: (line: string) => void;
}

/** The picture of a blocked call is whole within the first screen. */
const PICTURE_BOTTOM = 'document.querySelector("main img")?.getBoundingClientRect().bottom <= innerHeight';

/** The least accessibility of a page. */
export const LEAST_SCORE = 95;

/** Looks at pages on every screen, on all screens at the same time: most of a look is waiting. */
export async function looksOf(browser: Browser, options: LookOptions): Promise<readonly Look[]> {
  const looks = await Promise.all(SCREENS.map((screen) => looksOn(browser, screen, options)));
  return looks.flat();
}

async function looksOn(browser: Browser, screen: Screen, options: LookOptions): Promise<readonly Look[]> {
  const { viewport, colorScheme } = screen;
  const context = await browser.newContext({ viewport, colorScheme });
  const watched = await watchedPage(context, new URL(options.site).origin);
  const looks: Look[] = [];
  for (const file of options.files) {
    looks.push(await lookAt(watched, file, screen, options));
    if (looks.length % 20 === 0 || looks.length === options.files.length)
      options.tell(`${screen.name}: ${looks.length} of ${options.files.length} pages`);
  }
  await context.close();
  return looks;
}

async function lookAt(
  { page, misdeeds }: WatchedPage,
  file: string,
  screen: Screen,
  { site, shots }: LookOptions,
): Promise<Look> {
  const response = await page.goto(`${site}${file.replace(/(^|\/)index\.html$/, "$1")}`, {
    waitUntil: "networkidle",
  });
  const { width } = screen.viewport;
  const wide = (await page.evaluate("document.documentElement.scrollWidth")) as number;
  const isDark = (await page.evaluate('document.documentElement.classList.contains("dark")')) as boolean;
  const isBelow = file === "index.html" && (await page.evaluate(PICTURE_BOTTOM)) !== true;
  await page.screenshot({
    path: path.join(shots, `${file.replaceAll("/", "-")}-${screen.name.replace(", ", "-")}.png`),
  });
  const layoutShift = (await page.evaluate("globalThis.layoutShift")) as number;
  const shifted = (await page.evaluate("globalThis.shifted")) as readonly string[];
  const { score, violations } = await accessibilityOf(page);
  return {
    file,
    screen: screen.name,
    score,
    layoutShift,
    problems: [
      ...(response?.ok() === true ? [] : [`answered ${response?.status() ?? "nothing"}`]),
      ...(wide > width ? [`is ${wide} px wide`] : []),
      ...(isBelow ? ["the blocked call is not within the first screen"] : []),
      ...(isDark === (screen.colorScheme === "dark") ? [] : [`is ${isDark ? "dark" : "light"}`]),
      ...(layoutShift === 0 ? [] : [`moves by ${layoutShift.toFixed(4)}: ${shifted.slice(0, 5).join(", ")}`]),
      ...(score >= LEAST_SCORE ? [] : [`accessibility ${score.toFixed(1)}`]),
      ...violations,
      ...misdeeds(),
    ],
  };
}
