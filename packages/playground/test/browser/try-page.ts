import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { writeShareLink } from "../../src/model/share-link.js";
import type { BrowserPage, PageOptions, Playwright } from "./browser-types.js";
import { choose, pasteInto } from "./fill-in.js";
import { measureTyping, type TypingCost } from "./measure-typing.js";
import { type HostileResult, tryHostile } from "./try-hostile.js";
import { until } from "./until.js";

/** What is tried, and with what. */
export interface TriedPage {
  /** The path of Chromium. */
  readonly program: string;
  /** The path of the built page. */
  readonly page: string;
  /** Where screenshots go. */
  readonly shots: string;
  readonly require: NodeJS.Require;
  /** What is tried; all of it where none is named. */
  readonly parts: readonly string[];
}

/** What was measured; nothing of a part that was not wanted. */
export interface MeasuredPage {
  /** The version of Chromium. */
  readonly browser: string;
  readonly typing: readonly TypingCost[];
  readonly hostile: readonly HostileResult[];
}

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };
const EFFECT = 'document.querySelector("#decision .effect")?.textContent';
const DONE = `${EFFECT} !== undefined && document.getElementById("proving").textContent === "" && document.getElementById("findings").textContent !== ""`;

/** Opens the page from a disk and from a server, wide and narrow, light and dark, and uses it. */
export async function tryPage({
  program,
  page: file,
  shots,
  require,
  parts,
}: TriedPage): Promise<MeasuredPage> {
  const { chromium } = require("playwright-core") as Playwright;
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const served = `http://127.0.0.1:${port}/`;
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
  const opened = async (url: string, options: PageOptions): Promise<WatchedPage> => {
    const page = watched(await browser.newPage(options), url);
    await page.page.goto(url);
    await until(page.page, DONE);
    return page;
  };
  const isWanted = (part: string): boolean => parts.length === 0 || parts.includes(part);
  const wide: PageOptions = { viewport: WIDE, colorScheme: "light" };
  try {
    for (const url of isWanted("looks") ? [pathToFileURL(file).href, served] : []) {
      for (const viewport of [WIDE, NARROW]) {
        for (const colorScheme of ["light", "dark"] as const) {
          const name = `${url.startsWith("file") ? "disk" : "server"}-${viewport.width}-${colorScheme}`;
          const one = await opened(url, { viewport, colorScheme });
          assert.equal(await one.page.evaluate(EFFECT), "deny", name);
          await until(one.page, 'document.getElementById("nearest").textContent.includes(" it would be ")');
          assert.equal(
            await one.page.evaluate("document.documentElement.scrollWidth <= innerWidth"),
            true,
            `${name}: wider than the window`,
          );
          await one.page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
          await one.closed(name);
          // Chromium cannot add a script to a page whose policy forbids it.
          const checked = await browser.newPage({ viewport, colorScheme, bypassCSP: true });
          await checked.goto(url);
          await until(checked, DONE);
          await checked.evaluate('document.querySelector("button.fact").focus()');
          const marked = await checked.evaluate('document.querySelector(".marked-span")?.textContent');
          assert.equal(marked, "git push --force origin main", `${name}: the part that the first fact is of`);
          await checked.evaluate(axe);
          const found = await checked.evaluate(
            "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, failureSummary }) => target + ' ' + failureSummary).join('; ')))",
          );
          assert.deepEqual(found, [], name);
          await checked.close();
          console.log(`${name}: opens, decides, fits, 0 violations`);
        }
      }
    }
    let hostile: readonly HostileResult[] = [];
    let typing: readonly TypingCost[] = [];
    if (isWanted("typing")) {
      const one = await opened(served, wide);
      typing = await measureTyping(one.page);
      await one.closed("typing");
    }
    if (isWanted("hostile")) {
      const one = await opened(served, wide);
      hostile = await tryHostile(one.page);
      await one.closed("hostile texts");
      const linked = await opened(`${served}${await largestLink()}`, wide);
      assert.equal(await linked.page.evaluate(EFFECT), "ask", "the largest link");
      await linked.closed("the largest link");
      console.log("the largest link: followed");
    }
    if (isWanted("keyboard")) await tryKeyboard(await opened(served, wide), opened);
    if (isWanted("command")) await tryCommand(await opened(served, wide));
    return { browser: browser.version(), typing, hostile };
  } finally {
    await browser.close();
    server.close();
  }
}

/** About as much as a link may unpack to. */
async function largestLink(): Promise<string> {
  const fragment = await writeShareLink({
    policies: `version: 1\npolicies:\n  - {id: a, events: before_tool_call, ask: well}\n${"#\n".repeat(99_000)}`,
    event: JSON.stringify({
      event: "before_tool_call",
      toolName: "Bash",
      params: { command: "ls ".repeat(60_000) },
    }),
    agent: "gatehouse",
    interactive: true,
    supposed: {},
  });
  return fragment ?? assert.fail("it does not fit");
}

interface WatchedPage {
  readonly page: BrowserPage;
  /** Closes it, and says what it should not have done. */
  readonly closed: (name: string) => Promise<void>;
}

function watched(page: BrowserPage, own: string): WatchedPage {
  const wrong: string[] = [];
  page.on("console", (said) => {
    if (said.type?.() === "error") wrong.push(`console: ${said.text?.() ?? ""}`);
  });
  page.on("pageerror", (said) => wrong.push(`error: ${said.message ?? ""}`));
  page.on("request", (said) => {
    const url = said.url?.() ?? "";
    if (url.split("#")[0] !== own.split("#")[0] && !/^(?:blob|data):/.test(url))
      wrong.push(`request: ${url}`);
  });
  const closed = async (name: string): Promise<void> => {
    assert.deepEqual(wrong, [], name);
    await page.close();
  };
  return { page, closed };
}

/** Tabs to the policies, writes others, shares them, and opens the link. */
async function tryKeyboard(
  one: WatchedPage,
  opened: (url: string, options: PageOptions) => Promise<WatchedPage>,
): Promise<void> {
  const { page } = one;
  await tabTo(page, 'document.activeElement?.getAttribute("aria-label") === "Policies"');
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(
    "version: 1\npolicies:\n  - id: ask-first\n    events: before_tool_call\n    ask: really?\n",
  );
  await until(page, `${EFFECT} === "ask"`);
  await tabTo(page, 'document.activeElement?.getAttribute("aria-label") === "Event"');
  await page.evaluate('document.getElementById("share").focus()');
  await page.keyboard.press("Enter");
  await until(page, 'location.hash.startsWith("#1.")');
  const link = page.url();
  await choose(page, "example", "codex");
  await until(page, `${EFFECT} === "deny" && document.getElementById("agent").value === "codex"`);
  await one.closed("keyboard");
  console.log("keyboard: policies changed, decision changed, Tab leaves the editor, shared");
  const shared = await opened(link, {
    viewport: WIDE,
    colorScheme: "light",
  });
  assert.equal(await shared.page.evaluate(EFFECT), "ask", "link");
  await shared.closed("link");
  const bad = await opened(link.slice(0, -30), { viewport: WIDE, colorScheme: "light" });
  assert.match(
    String(await bad.page.evaluate('document.getElementById("said").textContent')),
    /was not loaded/,
  );
  assert.equal(await bad.page.evaluate(EFFECT), "deny", "the first example is shown");
  await bad.closed("bad link");
  console.log("link: followed; a damaged one is refused whole");
}

/** Types a command into its field, and pastes one where an event is expected. */
async function tryCommand({ page, closed }: WatchedPage): Promise<void> {
  await page.evaluate('document.getElementById("command").select()');
  await page.keyboard.insertText("ls -l");
  await until(page, `${EFFECT} === "abstain"`);
  const event = "document.querySelector('[aria-label=\"Event\"]').textContent";
  assert.match(String(await page.evaluate(event)), /"command": "ls -l"/);
  await page.keyboard.insertText("; git push --force");
  await until(page, `${EFFECT} === "deny"`);
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  assert.equal(
    await page.evaluate(
      'document.getElementById("decision").getBoundingClientRect().top < innerHeight && document.getElementById("decision").getBoundingClientRect().top >= 0',
    ),
    true,
    "the decision stays in sight",
  );
  await pasteInto(page, "Event", '"git push --force"');
  await until(page, `${EFFECT} === "not an event" && document.querySelector("#meant button") !== null`);
  await page.evaluate('document.querySelector("#meant button").click()');
  await until(page, `${EFFECT} === "deny" && document.querySelector("#meant button") === null`);
  await closed("command");
  console.log("command: typed, pasted, and in sight");
}

async function tabTo(page: BrowserPage, reached: string): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    if ((await page.evaluate(reached)) === true) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${reached}`);
}
