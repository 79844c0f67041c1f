import { expect, test } from "vitest";
import { answerLines } from "../src/rows/answer-lines.js";
import { ClosedPipe, type Io } from "../../console/src/io.js";
import type { Row } from "../../console/src/lines/row.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What `answerLines` wrote, write by write. */
async function writesOf(
  stdin: AsyncIterable<Uint8Array>,
  answer: (row: Row, writes: readonly string[]) => unknown,
  write: (text: string, writes: string[]) => Promise<void> = (text, writes) => {
    writes.push(text);
    return Promise.resolve();
  },
): Promise<readonly string[]> {
  const writes: string[] = [];
  const io = { stdin, stdout: { columns: undefined, write: (text: string) => write(text, writes) } };
  await answerLines(io as unknown as Io, (row) => answer(row, writes));
  return writes;
}

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(bytes(text));
}

test("the answers to lines that came together are one write, in order", async () => {
  const writes = await writesOf(chunks('{"n":1}\n{"n":2}\n', '{"n":3}\n \n{"n":', "4}"), (row) =>
    row.kind === "row" ? row.row : "refused",
  );
  expect(writes).toEqual(['{"n":1}\n{"n":2}\n', '{"n":3}\n', '{"n":4}\n']);
});

test("an answer is written before more input is asked for, however it is made", async () => {
  const seen: string[][] = [];
  let writes: readonly string[] = [];
  async function* input(): AsyncGenerator<Uint8Array> {
    for (const n of [1, 2, 3]) {
      seen.push([...writes]);
      yield await Promise.resolve(bytes(`{"n":${n}}\n`));
    }
    seen.push([...writes]);
  }
  await writesOf(input(), (row, soFar) => {
    writes = soFar;
    const n = row.kind === "row" ? row.row["n"] : 0;
    return n === 2 ? Promise.resolve(n) : n;
  });
  expect(seen.map((one) => one.join(""))).toEqual(["", "1\n", "1\n2\n", "1\n2\n3\n"]);
});

test("an answer that takes time does not hold up those before it", async () => {
  let writtenMeanwhile: readonly string[] = [];
  let asked = 0;
  const slow = await writesOf(chunks("{}\n{}\n"), (_row, soFar) => {
    if (++asked === 1) return "at once";
    // Answered only when the first one has been written: else this waits for ever.
    return new Promise((resolve) => {
      const look = (): void => {
        if (soFar.length === 0) setImmediate(look);
        else {
          writtenMeanwhile = [...soFar];
          resolve("late");
        }
      };
      look();
    });
  });
  expect(writtenMeanwhile).toEqual(['"at once"\n']);
  expect(slow).toEqual(['"at once"\n', '"late"\n']);
});

test("much output is written in pieces, each taken before more is made", async () => {
  const long = "x".repeat(40_000);
  let open = 0;
  let most = 0;
  const writes = await writesOf(
    chunks("{}\n".repeat(20)),
    () => long,
    async (text, soFar) => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      soFar.push(text);
    },
  );
  expect(most).toBe(1);
  expect(Math.max(...writes.map((text) => text.length))).toBeLessThan(3 * long.length);
  expect(writes.join("").length).toBe(20 * (long.length + 3));
});

test("when the reader is gone no further line is answered", async () => {
  let answered = 0;
  const gone = writesOf(
    chunks("{}\n", "{}\n"),
    () => ++answered,
    () => Promise.reject(new ClosedPipe()),
  );
  await expect(gone).rejects.toBeInstanceOf(ClosedPipe);
  expect(answered).toBe(1);
});

test("a line that is not UTF-8, begins with a mark or is not JSON is refused in the words of the boundary", async () => {
  async function* input(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Uint8Array.of(0x7b, 0xff, 0x7d, 0x0a));
    yield bytes('\ufeff{"a":1}\n');
    yield bytes("{,}\n");
    yield bytes('{"é":"😀"}\n');
  }
  const rows: Row[] = [];
  await writesOf(input(), (row) => rows.push(row));
  expect(rows.map((row) => (row.kind === "row" ? row.row : row.issue.code))).toEqual([
    "json-encoding",
    expect.stringMatching(/^json-/),
    "json-syntax",
    { é: "😀" },
  ]);
  const offset = rows[0]?.kind === "refused" ? rows[0].issue.message : "";
  expect(offset).toContain("byte 1");
});
