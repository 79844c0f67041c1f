import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../../../test/temp-dir.js";
import { runInBox } from "./oracle/run-in-box.js";

test("what scripts do in the oracle's box stays there", async () => {
  const outside = await tempDir();
  const planted = path.join(outside, "planted");
  mkdirSync(planted);
  writeFileSync(path.join(planted, "file"), "here");
  const scripts = [
    `/driver/rm -rf ${planted} /etc /usr /home; aa $?; echo x > ${planted}/file; aa $?`,
    "aa after",
  ];
  const [first, second] = runInBox(scripts, { stubs: ["aa"] }, await tempDir());
  expect(readFileSync(path.join(planted, "file"), "utf8")).toBe("here");
  expect(first?.length).toBe(2);
  expect(second?.map(({ argv }) => argv)).toEqual([["aa", "after"]]);
});
