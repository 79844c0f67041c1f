import fc from "fast-check";
import { expect, test } from "vitest";
import { readLines } from "../src/lines/line-splitter.js";
import { assertLaw } from "../../../test/assert-law.js";

async function* chunked(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    const end = Math.min(cut, bytes.length);
    yield await Promise.resolve(bytes.subarray(start, end));
    start = end;
  }
  yield bytes.subarray(start);
}

async function linesOf(text: string, cuts: readonly number[], maxBytes?: number): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const line of readLines(chunked(new TextEncoder().encode(text), cuts), maxBytes)) {
    lines.push(line === null ? null : new TextDecoder().decode(line));
  }
  return lines;
}

test("however the bytes are cut into chunks, the lines are the same", async () => {
  const line = fc.string({ unit: fc.constantFrom("a", "é", "😀", " ", '"'), maxLength: 8 });
  const end = fc.constantFrom("\n", "\r\n");
  await assertLaw(
    fc.asyncProperty(
      fc.array(fc.tuple(line, end), { maxLength: 8 }),
      line,
      fc.array(fc.nat(60), { maxLength: 6 }),
      async (ended, last, cuts) => {
        const text = ended.map(([content, lineEnd]) => content + lineEnd).join("") + last;
        const expected = [...ended.map(([content]) => content), ...(last === "" ? [] : [last])];
        expect(await linesOf(text, cuts)).toEqual(expected);
      },
    ),
  );
});

test("a line above the limit is reported, the lines around it are kept", async () => {
  await assertLaw(
    fc.asyncProperty(fc.nat(12), fc.array(fc.nat(30), { maxLength: 5 }), async (length, cuts) => {
      const long = "x".repeat(length);
      const expected = length > 5 ? null : long;
      expect(await linesOf(`a\n${long}\nb`, cuts, 5)).toEqual(["a", expected, "b"]);
      expect(await linesOf(`a\r\n${long}\r\nb`, cuts, 5)).toEqual(["a", expected, "b"]);
    }),
  );
});
