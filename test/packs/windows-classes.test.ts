// Classes of spellings that PowerShell and `cmd` have for one thing, through the packs of `init`.
import { describe, expect, test } from "vitest";
import { everyNth } from "../assert-law.js";
import { judgeOnWindows } from "./first-packs.js";
import { WINDOWS_CLASSES } from "./windows-classes.table.js";
import { ORDINARY } from "./windows-ordinary.table.js";

const classes = Object.entries(WINDOWS_CLASSES);
const isStopped = (call: string): boolean => ["deny", "ask"].includes(judgeOnWindows(call).effect);

describe("each call of the class is stopped", () => {
  test.each(classes.map(([name, { stopped }]) => [name, stopped] as const))("%s", (_, stopped) => {
    expect(everyNth(3, stopped).filter((one) => !isStopped(one))).toEqual([]);
  });
});

describe("each call of the class passes", () => {
  const passing = classes.flatMap(([name, { passes }]) =>
    passes === undefined ? [] : [[name, passes] as const],
  );
  test.each(passing)("%s", (_, passes) => {
    expect(everyNth(3, passes).filter(isStopped)).toEqual([]);
  });
});

test("of what developers do all day one call in a hundred is stopped at most", () => {
  expect(ORDINARY.length).toBeGreaterThan(190);
  const stopped = everyNth(4, ORDINARY).filter(isStopped);
  // It rewrites what may have been pushed.
  expect(stopped.filter((one) => one !== "git rebase origin/main")).toEqual([]);
});
