import type { Browser, Page } from "playwright-core";
import { accessibilityOf } from "./accessibility.js";
import { SCREENS, type Screen } from "./screens.table.js";
import { SEARCHES } from "./searches.table.js";
import { watchedPage } from "./watched-page.js";

/** Something that a reader does, by the keyboard alone, on one screen. */
export interface Journey {
  readonly name: string;
  readonly screen: string;
  readonly problems: readonly string[];
}

/** What is searched for, and where it is expected. */
const SEARCHED = "force push";

type Step = (page: Page, site: string) => Promise<readonly string[]>;

const STEPS: Readonly<Record<string, Step>> = {
  "the first Tab shows the skip link, which leads to the content": followSkipLink,
  [`Tab reaches the search, which finds "${SEARCHED}" and opens a page`]: search,
  "the search answers what newcomers ask": searchQuestions,
  "the theme is switched, and kept on the next page": switchTheme,
  "a part of the sidebar is opened and closed": openSidebarPart,
};

/** Goes all ways on every screen. */
export async function journeysOf(browser: Browser, site: string): Promise<readonly Journey[]> {
  const journeys: Journey[] = [];
  for (const screen of SCREENS)
    for (const [name, step] of Object.entries(STEPS))
      journeys.push(await go(browser, site, screen, name, step));
  return journeys;
}

async function go(
  browser: Browser,
  site: string,
  screen: Screen,
  name: string,
  step: Step,
): Promise<Journey> {
  const { viewport, colorScheme } = screen;
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
  const { page, misdeeds } = await watchedPage(context, new URL(site).origin);
  page.setDefaultTimeout(10_000);
  let problems: readonly string[];
  try {
    await page.goto(`${site}guide/first-rule.html`, { waitUntil: "networkidle" });
    problems = await step(page, site);
  } catch (error) {
    problems = [String(error)];
  }
  await context.close();
  return { name, screen: screen.name, problems: [...problems, ...misdeeds()] };
}

async function followSkipLink(page: Page): Promise<readonly string[]> {
  await page.keyboard.press("Tab");
  const isVisible = await page.evaluate(`(() => {
    const link = document.activeElement;
    const { width, height } = link.getBoundingClientRect();
    return link.className.includes("SkipLink") && width > 20 && height > 10;
  })()`);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const isInContent = await page.evaluate(
    'document.querySelector("#VPContent").contains(document.activeElement)',
  );
  return [
    ...(isVisible === true ? [] : ["the first Tab does not show the skip link"]),
    ...(isInContent === true ? [] : ["behind the skip link the focus is not in the content"]),
  ];
}

async function search(page: Page): Promise<readonly string[]> {
  await tabTo(page, 'document.activeElement.matches(".DocSearch-Button")');
  const isSeen = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle !== "none"');
  await page.keyboard.press("Enter");
  await page.waitForFunction('document.activeElement.id === "localsearch-input"');
  await page.keyboard.type(SEARCHED);
  await page.waitForSelector("#localsearch-list .result");
  await listIsMade(page);
  const { violations } = await accessibilityOf(page);
  // The address is that of the next page before the page is: until then the old one would be read.
  await page.evaluate('document.querySelector("h1").setAttribute("data-before", "")');
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    '!location.pathname.endsWith("/first-rule.html") && document.querySelector("h1:not([data-before])") !== null',
  );
  const text = (await page.evaluate('document.querySelector("main").textContent')) as string;
  return [
    ...(isSeen === true ? [] : ["the search button has no ring when it has the focus"]),
    ...(/force.push/i.test(text) ? [] : [`the page that was found does not speak of "${SEARCHED}"`]),
    ...violations.map((violation) => `in the search: ${violation}`),
  ];
}

/**
 * The list is made anew 200 ms after the last key. A longer timer of the page itself, set after that key, ends later, however slow the machine
 * is.
 */
async function listIsMade(page: Page): Promise<void> {
  await page.evaluate("new Promise((made) => setTimeout(() => requestAnimationFrame(made), 400))");
}

/** So many of the results are looked at. */
const FIRST_RESULTS = 5;

async function searchQuestions(page: Page): Promise<readonly string[]> {
  await tabTo(page, 'document.activeElement.matches(".DocSearch-Button")');
  await page.keyboard.press("Enter");
  await page.waitForFunction('document.activeElement.id === "localsearch-input"');
  const problems: string[] = [];
  for (const [asked, wanted] of Object.entries(SEARCHES)) {
    await page.keyboard.press("Control+A");
    await page.keyboard.type(asked);
    await listIsMade(page);
    const found = (await page.evaluate(
      '[...document.querySelectorAll("#localsearch-list .result")].map((one) => new URL(one.href).pathname)',
    )) as readonly string[];
    const isFound = found.slice(0, FIRST_RESULTS).some((one) => one.endsWith(`/${wanted}.html`));
    if (!isFound) problems.push(`"${asked}" does not find ${wanted}: ${found.slice(0, 3).join(", ")}`);
  }
  return problems;
}

async function switchTheme(page: Page, site: string): Promise<readonly string[]> {
  const isDark = () => page.evaluate('document.documentElement.classList.contains("dark")');
  const before = await isDark();
  // On a phone the switch is on the screen that the menu opens.
  const menu = 'document.activeElement.matches(".VPNavBarHamburger")';
  const isPhone = await page.isVisible(".VPNavBarHamburger");
  if (isPhone) {
    await tabTo(page, menu);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".VPNavScreen");
  }
  await tabTo(page, 'document.activeElement.matches(".VPSwitchAppearance")');
  await page.keyboard.press("Enter");
  const after = await isDark();
  const { violations } = await accessibilityOf(page);
  await page.goto(`${site}facts.html`, { waitUntil: "networkidle" });
  return [
    ...(before === after ? ["the switch does not change the theme"] : []),
    ...((await isDark()) === after ? [] : ["the next page has the old theme"]),
    ...violations.map((violation) => `after the switch: ${violation}`),
  ];
}

async function openSidebarPart(page: Page): Promise<readonly string[]> {
  if (await page.isVisible(".VPLocalNav .menu")) {
    await tabTo(page, 'document.activeElement.matches(".VPLocalNav .menu")');
    await page.keyboard.press("Enter");
    await page.waitForSelector(".VPSidebar.open");
  }
  await tabTo(page, 'document.activeElement.matches(".VPSidebarItem .caret")');
  const expanded = () => page.evaluate('document.activeElement.getAttribute("aria-expanded")');
  const before = await expanded();
  await page.keyboard.press("Enter");
  await page.waitForTimeout(100);
  const after = await expanded();
  await page.keyboard.press(" ");
  await page.waitForTimeout(100);
  const { violations } = await accessibilityOf(page);
  return [
    ...(before === after ? ["Enter does not open it, or does not say so"] : []),
    ...((await expanded()) === before ? [] : ["Space does not close it again"]),
    ...violations.map((violation) => `with the sidebar: ${violation}`),
  ];
}

/** Presses Tab until a script says that the focus is there. */
async function tabTo(page: Page, reached: string): Promise<void> {
  for (let tries = 0; tries < 80; tries++) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate(reached)) === true) return;
  }
  throw new Error(`Tab does not reach \`${reached}\``);
}
