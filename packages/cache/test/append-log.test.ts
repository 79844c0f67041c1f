import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { appendLog } from "../src/file/append-log.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-log-"));
  path = join(folder, "log");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Without the header: a reader passes over what has no tag. */
function linesOf(file: string): string[] {
  const log = appendLog(file, 1_000_000);
  const { lines } = log.read();
  log.close();
  return lines.filter((line) => !line.startsWith("gatehouse-verdicts"));
}

test("a line that was appended to the old file while a new one was made is kept", () => {
  const [one, two] = [appendLog(path, 1_000), appendLog(path, 1_000)];
  one.append(["first"]);
  one.read();
  two.read();
  one.replace(() => {
    two.append(["meanwhile"]);
    return ["first, rewritten"];
  });
  expect(linesOf(path)).toEqual(["first, rewritten", "meanwhile"]);
});

test("a line that was appended to the old file after the new one was in place is appended again", () => {
  const [one, two] = [appendLog(path, 1_000), appendLog(path, 1_000)];
  one.append(["first"]);
  two.read();
  one.read();
  one.replace(() => ["first, rewritten"]);
  two.append(["after"]);
  expect(linesOf(path)).toEqual(["first, rewritten", "after"]);
  expect(two.read()).toMatchObject({ restarted: true });
});

test("two replacements at once: the second leaves it to the first", () => {
  const [one, two] = [appendLog(path, 1_000), appendLog(path, 1_000)];
  one.append(["first"]);
  one.read();
  two.read();
  one.replace(() => {
    two.replace(() => ["from two"]);
    return ["from one"];
  });
  expect(linesOf(path)).toEqual(["from one"]);
});

test("a replacement whose file was replaced by somebody else gives way", () => {
  const [one, two] = [appendLog(path, 1_000), appendLog(path, 1_000)];
  one.append(["first"]);
  one.read();
  one.replace(() => {
    rmSync(path);
    two.append(["a new file"]);
    return ["from one"];
  });
  expect(linesOf(path)).toEqual(["a new file"]);
});

test("a replacement that fails leaves the file, and can be tried again", () => {
  const log = appendLog(path, 1_000);
  log.append(["first"]);
  log.read();
  expect(() =>
    log.replace(() => {
      throw new Error("out of memory");
    }),
  ).toThrow("out of memory");
  expect(linesOf(path)).toEqual(["first"]);
  log.replace(() => ["second"]);
  expect(linesOf(path)).toEqual(["second"]);
});
