import fc from "fast-check";
import { closeSync, openSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { assertLaw } from "../../../../test/assert-law.js";
import { tempDir } from "../../../../test/temp-dir.js";
import { LONGEST_LINE, readRange } from "../../src/replay/read-range.js";

type Line = readonly [offset: number, text: string | null];

/** The lines of a piece of a file. */
async function linesOf(file: string, from: number, to: number): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const fd = openSync(file, "r");
  try {
    const line = (bytes: Uint8Array | null, offset: number): void => {
      lines.push([offset, bytes === null ? null : Buffer.from(bytes).toString("utf8")]);
    };
    expect(await readRange(fd, { from, to }, { line, pause: () => false })).toBeNull();
  } finally {
    closeSync(fd);
  }
  return lines;
}

test("every line is in exactly one of the pieces that cover a file", async () => {
  const file = path.join(await tempDir(), "log");
  const line = fc.oneof(
    fc.string({ maxLength: 5 }).map((text) => text.replace(/[\r\n]/g, "")),
    fc.constantFrom("", "é"),
  );
  await assertLaw(
    fc.asyncProperty(
      fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { maxLength: 8 }),
      line,
      fc.array(fc.nat(60), { maxLength: 4 }),
      async (ended, last, cuts) => {
        const text = ended.map((one) => one.join("")).join("") + last;
        writeFileSync(file, text);
        const size = Buffer.byteLength(text);
        const expected: Line[] = [];
        let offset = 0;
        for (const [one, end] of ended) {
          expected.push([offset, one]);
          offset += Buffer.byteLength(one + end);
        }
        if (last !== "") expected.push([offset, last]);
        const ends = [...cuts.filter((cut) => cut < size), size].toSorted((a, b) => a - b);
        const given: Line[] = [];
        for (const [i, to] of ends.entries()) given.push(...(await linesOf(file, ends[i - 1] ?? 0, to)));
        expect(given).toEqual(expected);
      },
    ),
    { quick: 200, deep: 2_000 },
  );
});

test("lines longer than a chunk are read, and of one that is too long there is its place", async () => {
  const file = path.join(await tempDir(), "log");
  const long = "x".repeat(700_000);
  writeFileSync(file, `a\n${long}\nb\n`);
  const at = 2 + long.length + 1;
  expect(await linesOf(file, 0, at + 2)).toEqual([
    [0, "a"],
    [2, long],
    [at, "b"],
  ]);
  // A piece that begins in the middle of the long line has what comes after it.
  expect(await linesOf(file, 400_000, at + 2)).toEqual([[at, "b"]]);
  expect(await linesOf(file, 400_000, 500_000)).toEqual([]);

  const tooLong = "x".repeat(LONGEST_LINE + 10);
  writeFileSync(file, `a\n${tooLong}\nb\n${tooLong}`);
  const then = 2 + tooLong.length + 1;
  const whole = await linesOf(file, 0, 3 * LONGEST_LINE);
  expect(whole).toEqual([
    [0, "a"],
    [2, null],
    [then, "b"],
    [then + 2, null],
  ]);
});

test("a reader that is stopped says where it goes on", async () => {
  const file = path.join(await tempDir(), "log");
  const lines = Array.from({ length: 200_000 }, (_, i) => `line ${i}`);
  const text = `${lines.join("\n")}\n`;
  writeFileSync(file, text);
  const given: string[] = [];
  const fd = openSync(file, "r");
  const line = (bytes: Uint8Array | null): void => void given.push(Buffer.from(bytes ?? []).toString("utf8"));
  const stopped = await readRange(fd, { from: 0, to: text.length }, { line, pause: () => true });
  expect(stopped).toBeGreaterThan(0);
  expect(
    await readRange(fd, { from: stopped ?? 0, to: text.length }, { line, pause: () => false }),
  ).toBeNull();
  closeSync(fd);
  expect(given).toEqual(lines);
});
