import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test as testRows } from "vitest";
import { everyNth } from "../../../../test/assert-law.js";
import { test } from "../../../../test/quick-tests.js";
import { FIRST_RULE } from "../../../agents/src/init/first-rule.js";
import { type Folder, folder } from "../run-cli.js";
import { answerTo } from "./answer-to.js";
import {
  DECIDING_FILES,
  type GuardCall,
  ORDINARY,
  WAYS_TO_WRITE,
  WAYS_WITHOUT_FILES,
} from "./ways-off.table.js";

let here: Folder;
beforeAll(() => {
  here = folder({ "~/.gatehouse/first.yaml": FIRST_RULE, ".claude/settings.json": "{}" });
  symlinkSync(here.home, join(here.path, "linked"));
  for (const name of [".claude", ".codex"]) mkdirSync(join(here.home, name));
});
afterAll(() => here.remove());

const answer = async (call: GuardCall): Promise<string> => await answerTo(here, call);

/** Every way meets some of the files, and every file some of the ways: all pairs would take minutes. */
const ALL = process.env["GATEHOUSE_ALL_PAIRS"];
const STEP = Number(ALL ?? 10);
const SUMS = Array.from({ length: DECIDING_FILES.length + WAYS_TO_WRITE.length }, (_, at) => at * STEP);
/** The places of a file and of a way, added, that make a pair: in the quick tier every other one of them. */
const TRIED = new Set(ALL === undefined ? everyNth(2, SUMS) : SUMS);

testRows.each(WAYS_TO_WRITE.map(([way, call], index) => [way, call, index] as const))(
  "by %s: no file that decides about agents is changed",
  async (_, call, index) => {
    const passed: string[] = [];
    for (const file of DECIDING_FILES.filter((__, nth) => TRIED.has(nth + index)))
      if ((await answer(call(join(here.home, file), here.home))) !== "deny") passed.push(file);
    expect(passed).toEqual([]);
  },
);

test.each(Object.entries(WAYS_WITHOUT_FILES))("%s: denied or asked about", async (_, commands) => {
  const passed: string[] = [];
  for (const command of commands) if (!["deny", "ask"].includes(await answer(command))) passed.push(command);
  expect(passed).toEqual([]);
});

test("ordinary work passes, and what guards the agent is read", async () => {
  const stopped: unknown[] = [];
  for (const call of ORDINARY) {
    const said = await answer(call);
    if (said !== "nothing") stopped.push([call, said]);
  }
  expect(stopped).toEqual([]);
});
