import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";

import type { BrowserPage } from "./browser-types.js";
import { HOSTILE_TEXTS, type HostileText } from "./hostile.table.js";
import { takeKeyTimes, takeLongTasks, timeKeys } from "./key-times.js";
import { choose, pasteInto } from "./fill-in.js";
import { until } from "./until.js";

/** How a page took a text. */
export interface HostileResult {
  readonly title: string;
  /** Milliseconds that the page itself needed for the paste. */
  readonly pasted: number;
  /** Milliseconds until the slowest of the keys was shown. */
  readonly slowestKey: number;
  /** Milliseconds of the longest task of the page's thread meanwhile; 0 where none took 50. */
  readonly longestTask: number;
  /** The work went on meanwhile, on another thread. */
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
  const results: HostileResult[] = [];
  for (const one of HOSTILE_TEXTS) {
    const result = await tryOne(page, one);
    console.log(
      `${one.title}: pasted in ${result.pasted.toFixed(0)} ms, keys shown within ${result.slowestKey.toFixed(0)} ms (longest task ${result.longestTask.toFixed(0)} ms)${result.isWorkApart ? " while it is worked on" : ""}; ${result.decision}`,
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
): Promise<HostileResult> {
  const pasted = await pasteInto(page, editor, text);
  // The pause is over, the worker has begun.
  await setTimeout(300);
  await takeKeyTimes(page);
  await takeLongTasks(page);
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press("Space");
    await setTimeout(40);
  }
  await until(page, `window.keyTimes.length === ${KEYS}`);
  const times = await takeKeyTimes(page);
  const longestTask = Math.max(0, ...(await takeLongTasks(page)));
  await until(page, SETTLED);
  const decision = String(await page.evaluate(`${DECISION}.textContent`)).slice(0, 100);
  assert.notEqual(decision, "", title);
  const wasEnded = decision.includes("it took more than");
  if (isEnded === true) assert.ok(wasEnded, `${title}: ${decision}`);
  return {
    title,
    pasted,
    slowestKey: Math.max(...times.map(({ shown }) => shown)),
    longestTask,
    isWorkApart: times.every(({ wasBusy }) => wasBusy) && wasEnded,
    decision,
  };
}
