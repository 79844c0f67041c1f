import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../../../test/temp-dir.js";
import { finished, runInBox } from "./oracle/run-in-box.js";

test("what scripts do in the oracle's box stays there", async () => {
  const outside = await tempDir();
  const planted = path.join(outside, "planted");
  mkdirSync(planted);
  writeFileSync(path.join(planted, "file"), "here");
  const scripts = [
    `/driver/rm -rf ${planted} /etc /usr /home; aa $?; echo x > ${planted}/file; aa $?`,
    "aa after",
  ];
  const [first, second] = finished(runInBox(scripts, { stubs: ["aa"] }, await tempDir()));
  expect(readFileSync(path.join(planted, "file"), "utf8")).toBe("here");
  expect(first?.length).toBe(2);
  expect(second?.map(({ argv }) => argv)).toEqual([["aa", "after"]]);
});

test("a script that a limit ends is not a result, and those after it are", async () => {
  const scripts = [
    "ulimit -t 1; aa before; while :; do :; done; aa never",
    "aa here & wait; aa after",
    "kill -KILL $$",
  ];
  const runs = runInBox(scripts, { stubs: ["aa"] }, await tempDir());
  expect(runs.map(({ cutOff }) => cutOff)).toEqual([true, false, true]);
  expect(runs.map(({ executions }) => executions.map(({ argv }) => argv[1]))).toEqual([
    ["before"],
    ["here", "after"],
    [],
  ]);
  expect(() => finished(runs)).toThrow("script 0 met a limit of the box and did not finish: not a result");
});

test("what a script leaves in the background belongs to its run", async () => {
  const late = "(i=0; while ((i++ < 20000)); do :; done; aa late) &";
  const [first, second] = finished(runInBox([late, "aa next"], { stubs: ["aa"] }, await tempDir()));
  expect([first, second].map((run) => run?.map(({ argv }) => argv[1]))).toEqual([["late"], ["next"]]);
});
