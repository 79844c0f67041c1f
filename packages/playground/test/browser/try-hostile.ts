import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";

import type { BrowserPage } from "./browser-types.js";
import { HOSTILE_TEXTS, type HostileText } from "./hostile.table.js";
import { takeKeyTimes, timeKeys } from "./key-times.js";
import { choose, pasteInto } from "./fill-in.js";
import { threadTime } from "./thread-time.js";
import { until } from "./until.js";

/** How a page took a text. Times are in milliseconds. */
export interface HostileResult {
  readonly title: string;
  /** Processor time of the page's thread for the paste. */
  readonly paste: number;
  /** And from one key to the next, at most. */
  readonly key: number;
  /** On the clock, until the slowest of the keys was shown. */
  readonly shown: number;
  /** All keys were shown before the work was ended for its time. */
  readonly isWorkApart: boolean;
  /** What was decided at last. */
  readonly decision: string;
}

const KEYS = 8;
const DECISION = 'document.getElementById("decision")';
const SETTLED = `${DECISION}.ariaBusy !== "true"`;

/** Pastes each hostile text, types while it is worked on, and sees that the page decides at last, or says why it does not. */
export async function tryHostile(page: BrowserPage): Promise<readonly HostileResult[]> {
  await choose(page, "agent", "gatehouse");
  await timeKeys(page);
  const spent = await threadTime(page);
  const results: HostileResult[] = [];
  for (const one of HOSTILE_TEXTS) {
    const result = await tryOne(page, one, spent);
    const { title, paste, key, shown, isWorkApart, decision } = result;
    console.log(
      `${title}: processor ${paste} ms for the paste, ${key} ms for a key, shown after ${shown} ms${isWorkApart ? " while it is worked on" : ""}; ${decision}`,
    );
    results.push(result);
  }
  assert.ok(
    results.some(({ isWorkApart }) => isWorkApart),
    "no text was worked on while keys were pressed",
  );
  await pasteInto(
    page,
    "Event",
    '\'{"event": "before_tool_call", "toolName": "Bash", "params": {"command": "ls"}}\'',
  );
  await pasteInto(
    page,
    "Policies",
    '"version: 1\\npolicies:\\n  - {id: after, events: before_tool_call, ask: is it alive?}\\n"',
  );
  await until(page, `${SETTLED} && ${DECISION}.textContent.startsWith("ask")`);
  console.log("after all of these the page decides as before");
  return results;
}

async function tryOne(
  page: BrowserPage,
  { title, editor, text, isEnded }: HostileText,
  spent: () => Promise<number>,
): Promise<HostileResult> {
  let before = await spent();
  await pasteInto(page, editor, text);
  // The pause is over, the worker has begun.
  await setTimeout(300);
  const paste = (await spent()) - before;
  await takeKeyTimes(page);
  let key = 0;
  for (let count = 0; count < KEYS; count++) {
    before = await spent();
    await page.keyboard.press("Space");
    await setTimeout(40);
    key = Math.max(key, (await spent()) - before);
  }
  await until(page, `window.keyTimes.length === ${KEYS}`);
  const isBusy = (await page.evaluate(SETTLED)) === false;
  const shown = Math.max(...(await takeKeyTimes(page)));
  await until(page, SETTLED);
  const decision = String(await page.evaluate(`${DECISION}.innerText`)).replaceAll(/\s+/g, " ");
  assert.notEqual(decision, "", title);
  const wasEnded = decision.includes("it took more than");
  if (isEnded === true) assert.ok(wasEnded, `${title}: ${decision}`);
  return {
    title,
    paste: Math.round(paste),
    key: Math.round(key),
    shown: Math.round(shown),
    isWorkApart: isBusy && wasEnded,
    decision: decision.slice(0, 60),
  };
}
