import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import Module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KeptCode } from "../src/quick/kept-code.js";

let folder = "";
let program = "";
let kept = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-kept-")));
  program = join(folder, "part.cjs");
  kept = `${program}.code`;
  write(1);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(answer: number): void {
  writeFileSync(
    program,
    `const path = require("node:path");exports.answer = () => [${answer}, path.basename(__filename), require.length];`,
  );
}

/** What the file says, and the file that is kept afterwards. */
function call(): { readonly answer: unknown; readonly kept: number | null } {
  const start = new Module(join(folder, "bin.js"));
  start.filename = join(folder, "bin.js");
  const code = new KeptCode(start);
  const { answer } = code.load("./part.cjs", {}) as { readonly answer: () => unknown };
  const given = answer();
  code.keep();
  return { answer: given, kept: existsSync(kept) && statSync(kept).isFile() ? statSync(kept).ino : null };
}

const SAYS = [1, "part.cjs", 1];

test("what was compiled is kept once, for this user to write, and used", () => {
  const first = call();
  expect(first).toEqual({ answer: SAYS, kept: expect.any(Number) as unknown });
  expect(statSync(kept).mode & 0o022).toBe(0);
  expect(call()).toEqual(first);
});

test("a module is loaded once for all that require it", () => {
  const cache: Record<string, NodeJS.Module | undefined> = {};
  const start = new Module(join(folder, "bin.js"));
  start.filename = join(folder, "bin.js");
  const exported = new KeptCode(start).load("./part.cjs", cache);
  expect(cache[program]?.exports).toBe(exported);
  expect(cache[program]?.loaded).toBe(true);
  expect(new KeptCode(start).load("./part.cjs", cache)).toBe(exported);
});

test("a large file that it loads later is kept as well", () => {
  const later = join(folder, "chunk-later-1.cjs");
  writeFileSync(later, 'exports.say = () => require("./part.cjs").answer()[0];');
  writeFileSync(program, 'exports.answer = () => [1, require("./chunk-later-1.cjs")];');
  const { answer } = call();
  expect(answer).toEqual([1, { say: expect.any(Function) as unknown }]);
  expect(existsSync(`${later}.code`)).toBe(true);
});

/** What makes kept code worth nothing: it may do anything. */
const UNSAFE: Readonly<Record<string, () => void>> = {
  "others may write it": () => chmodSync(kept, 0o646),
  "its group may write it": () => chmodSync(kept, 0o664),
  "it is a link": () => {
    renameSync(kept, `${kept}.moved`);
    symlinkSync(`${kept}.moved`, kept);
  },
  "it is empty": () => writeFileSync(kept, ""),
  "it is cut": () => writeFileSync(kept, readFileSync(kept).subarray(0, -2)),
  "it is half of it": () => writeFileSync(kept, readFileSync(kept).subarray(0, statSync(kept).size / 2)),
  "it is something else twice": () => writeFileSync(kept, "gatehouse".repeat(1_000)),
  "it is of another file": () => {
    renameSync(program, `${program}.before`);
    write(1);
  },
};

test.each(Object.entries(UNSAFE))("it is made again when %s", (_, change) => {
  call();
  // A file that is removed leaves its number to the next one.
  renameSync(kept, `${kept}.before`);
  const { kept: before } = call();
  change();
  const after = call();
  expect(after.answer).toEqual(SAYS);
  expect(after.kept).not.toBe(before);
  expect(call()).toEqual(after);
});

test("a changed byte of it counts as much, wherever it is", () => {
  call();
  const good = readFileSync(kept);
  for (let at = 0; at < good.length; at += 97) {
    const bytes = Buffer.from(good);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(kept, bytes);
    const { ino } = statSync(kept);
    const after = call();
    expect(after.answer).toEqual(SAYS);
    expect(after.kept).not.toBe(ino);
  }
});

test("another program is another program, however long it is", () => {
  call();
  const { size, ctimeMs } = statSync(program);
  do write(2);
  while (statSync(program).ctimeMs === ctimeMs);
  expect(statSync(program).size).toBe(size);
  expect(call().answer).toEqual([2, "part.cjs", 1]);
});

test("nothing is kept of a program that others may write, and a folder in its place is left", () => {
  chmodSync(program, 0o666);
  expect(call()).toEqual({ answer: SAYS, kept: null });
  chmodSync(program, 0o644);
  mkdirSync(kept);
  expect(call()).toEqual({ answer: SAYS, kept: null });
});
