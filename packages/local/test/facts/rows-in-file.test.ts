import { createFacts, packRows, PROGRAMS, TOOL_ROWS, UnreadRow } from "@gatehouse-hooks/facts";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { rowsInFile } from "../../src/facts/rows-in-file.js";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-rows-"));
const file = join(folder, "rows.txt");
const { kind: _kind, rowAt, ...index } = packRows(PROGRAMS);
const texts = PROGRAMS.map((_row, place) => rowAt(place));
let end = 0;
const ends = texts.map((text) => (end += text.length));

beforeEach(() => {
  writeFileSync(file, texts.join(""));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("each row of a file is the row that was packed", () => {
  const rows = rowsInFile({ ...index, ends }, file);
  expect(PROGRAMS.map((_row, place) => rows.rowAt(place))).toEqual(texts);
});

test("facts by rows in a file are those by the rows", () => {
  const tools = [TOOL_ROWS];
  const inFile = createFacts({ programs: [rowsInFile({ ...index, ends }, file)], tools });
  const plain = createFacts({ programs: [PROGRAMS], tools });
  expect(inFile.version).toBe(plain.version);
  for (const { run: command } of PROGRAMS.flatMap((row) => row.tests)) {
    const event = { event: "before_tool_call", toolName: "Bash", params: { command } };
    expect(inFile.facts(event)).toEqual(plain.facts(event));
  }
});

test.each([
  ["gone", () => rmSync(file)],
  ["cut", () => truncateSync(file, end - 1)],
] as const)("a row of a file that is %s is not read", (_state, change) => {
  const rows = rowsInFile({ ...index, ends }, file);
  change();
  expect(() => rows.rowAt(PROGRAMS.length - 1)).toThrow(UnreadRow);
});
