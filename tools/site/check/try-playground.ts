import path from "node:path";
import type { Browser } from "playwright-core";
import { SCREENS } from "./screens.table.js";
import { watchedPage } from "./watched-page.js";

/**
 * Follows the link of the navigation to the playground, and waits for its decision. What it does is tried by `pnpm playground`; here, that it is on
 * the site, and asks nothing but itself.
 *
 * @returns a sentence for each thing that is wrong
 */
export async function tryPlayground(
  browser: Browser,
  site: string,
  shots: string,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { name, viewport, colorScheme } of SCREENS) {
    const context = await browser.newContext({ viewport, colorScheme });
    const { page, misdeeds } = await watchedPage(context, new URL(site).origin);
    try {
      await page.goto(`${site}guide/first-rule.html`, { waitUntil: "networkidle" });
      if (await page.isVisible(".VPNavBarHamburger")) await page.click(".VPNavBarHamburger");
      await page
        .locator("a:visible", { hasText: /^Playground$/ })
        .first()
        .click();
      await page.waitForURL(`${site}playground/`);
      // The page forbids scripts that are not its own, so nothing that would be added to it can wait.
      await page.locator("#decision .effect").filter({ hasText: "deny" }).waitFor({ timeout: 30_000 });
      await page.screenshot({ path: path.join(shots, `playground-${name.replace(", ", "-")}.png`) });
    } catch (error) {
      problems.push(`${name}: ${String(error)}`);
    }
    problems.push(...misdeeds().map((misdeed) => `${name}: ${misdeed}`));
    await context.close();
  }
  return problems;
}
