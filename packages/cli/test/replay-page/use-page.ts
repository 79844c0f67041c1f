import assert from "node:assert/strict";

import type { BrowserPage } from "../../../playground/test/browser/browser-types.js";
import { until } from "../../../playground/test/browser/until.js";

const SEEN = (section: string): string => `document.querySelector("#${section} [role=status]").textContent`;

/** What has moved after it was shown, since the page was opened. */
export async function shiftsOf(page: BrowserPage): Promise<unknown> {
  return await page.evaluate(`new Promise((done) => {
    const moved = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        moved.push([value, ...sources.map(({ node }) => node?.nodeName)]);
    }).observe({ type: "layout-shift", buffered: true });
    // What is buffered is told in a task of its own.
    setTimeout(() => done(moved), 300);
  })`);
}

/** Opens a group, filters, sorts and shows more, with the keyboard alone. */
export async function usePage(page: BrowserPage, look: string): Promise<void> {
  assert.notEqual(await page.evaluate("document.title"), "ran", `${look}: a text of the log ran`);
  assert.equal(
    await page.evaluate('document.querySelectorAll("img").length'),
    0,
    `${look}: a text of the log is an element`,
  );
  assert.equal(
    await page.evaluate(`/[\\u202a-\\u202e]/.test(document.getElementById("sections").textContent)`),
    false,
    `${look}: a text of the log turns the text around it`,
  );
  assert.match(
    String(await page.evaluate('document.querySelectorAll("#sections h2")[1].textContent')),
    /^Stopped/,
    `${look}: what would have been stopped comes first`,
  );
  const before = await page.evaluate(SEEN("flips"));

  await page.evaluate('document.querySelector("#flips summary").focus()');
  await tabTo(page, 'document.activeElement.matches("#flips .group > summary")');
  await page.keyboard.press("Enter");
  await until(page, 'document.querySelector("#flips .group[open] .example") !== null');
  assert.equal(
    await page.evaluate('document.querySelectorAll("#flips .group[open] .example:first-child dt").length'),
    2,
    `${look}: two sides`,
  );

  await page.evaluate('document.querySelector("form input[list]").focus()');
  await page.keyboard.insertText("rule-000");
  await until(page, `${SEEN("flips")} !== ${JSON.stringify(before)}`);
  const hostile = await page.evaluate('document.querySelector("#flips .group .policy").textContent');
  assert.match(String(hostile), /<\/script><script>/, `${look}: a name is shown as it is written`);
  await tabTo(page, 'document.activeElement.textContent === "Clear"');
  await page.keyboard.press("Enter");
  await until(page, `${SEEN("flips")} === ${JSON.stringify(before)}`);

  await page.evaluate('document.querySelector("#sessions thead button").focus()');
  await page.keyboard.press("Enter");
  assert.equal(
    await page.evaluate('document.querySelector("#sessions th").getAttribute("aria-sort")'),
    "ascending",
    look,
  );
  assert.equal(
    await page.evaluate('document.querySelector("#sessions tbody th").textContent'),
    "session-00000",
    look,
  );
  const rows = 'document.querySelectorAll("#sessions tbody tr").length';
  const shown = Number(await page.evaluate(rows));
  if ((await page.evaluate('document.querySelector("#sessions .paged > button").hidden')) === false) {
    await page.evaluate('document.querySelector("#sessions .paged > button").focus()');
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(rows), 2 * shown, `${look}: more rows`);
    assert.equal(
      await page.evaluate("document.activeElement.localName"),
      "tr",
      `${look}: the first new row has the focus`,
    );
  }
  await page.evaluate('document.querySelector("#flips").scrollIntoView()');
}

async function tabTo(page: BrowserPage, reached: string): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    if ((await page.evaluate(reached)) === true) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${reached}`);
}
