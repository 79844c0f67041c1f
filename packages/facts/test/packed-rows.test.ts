import { expect, test } from "vitest";
import { createFacts, packRows, PROGRAMS, TOOL_ROWS, UnreadRow } from "../src/index.js";
import { type LateRow, rowsByName, unpackRows } from "../src/programs/packed-rows.js";

test("a packed table has the rows that it was made of, but for their tests", () => {
  const { rowAt } = packRows(PROGRAMS);
  const packed = rowsByName({ ...packRows(PROGRAMS), rowAt: (place) => rowAt(place) });
  const listed = rowsByName(PROGRAMS);
  const read = (rows: readonly LateRow[]): readonly object[] => rows.map((row) => ({ ...row(), tests: [] }));
  const names = PROGRAMS.flatMap(({ name }) => name);
  expect(names.length).toBeGreaterThan(1_000);
  for (const name of names) expect(read(packed.named(name))).toEqual(read(listed.named(name)));
  expect(packed.forms.map(({ form }) => form)).toEqual(listed.forms.map(({ form }) => form));
  expect(read(packed.forms.map(({ row }) => row))).toEqual(read(listed.forms.map(({ row }) => row)));
});

test("only a whole name is in a packed table", () => {
  const [row] = PROGRAMS;
  if (row === undefined) throw new Error("no row");
  const table = [
    { ...row, name: ["one", "two", "f*"] },
    { ...row, name: "two" },
    { ...row, name: "3" },
  ];
  const packed = rowsByName(packRows(table));
  const found = (name: string): number => packed.named(name).length;
  expect(["one", "two", "3"].map(found)).toEqual([1, 2, 1]);
  for (const name of ["", " ", "on", "ne", "one two", "two ", "0", "1", "2", "f*", "\n1", "two \n1"])
    expect([name, found(name)]).toEqual([name, 0]);
});

test.each(["a b", "a\nb", ""])("a row with a name that has blanks is not packed: %j", (name) => {
  const [row] = PROGRAMS;
  expect(() => packRows(row === undefined ? [] : [{ ...row, name }])).toThrow("without blanks");
});

test("facts by a packed table have the version of those by its rows", () => {
  const tools = [TOOL_ROWS];
  const { version } = createFacts({ programs: [packRows(PROGRAMS)], tools });
  expect(version).toBe(createFacts({ programs: [PROGRAMS], tools }).version);
  expect(version).not.toBe(createFacts({ programs: [packRows(PROGRAMS.slice(1))], tools }).version);
});

test("an unpacked table is the table without tests", () => {
  const rows = unpackRows(packRows(PROGRAMS));
  expect(rows).toEqual(PROGRAMS.map((row) => ({ ...row, tests: [] })));
  const tools = [TOOL_ROWS];
  const { version } = createFacts({ programs: [rows], tools });
  expect(version).toBe(createFacts({ programs: [PROGRAMS], tools }).version);
});

test("a row with a string that would be read as a list is not packed", () => {
  const [row] = PROGRAMS;
  expect(() => packRows(row === undefined ? [] : [{ ...row, name: " x" }])).toThrow("begin with a blank");
});

test.each(["{", ""])(
  "a row that cannot be read is no event's fault, and no facts come out of it: %j",
  (text) => {
    const { facts } = createFacts({
      programs: [{ ...packRows(PROGRAMS), rowAt: () => text }],
      tools: [TOOL_ROWS],
    });
    const event = { event: "before_tool_call", toolName: "Bash", params: { command: "git push --force" } };
    expect(() => facts(event)).toThrow(UnreadRow);
  },
);
