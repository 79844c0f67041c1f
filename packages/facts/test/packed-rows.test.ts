import { expect, test } from "vitest";
import { createFacts, packRows, PROGRAMS, TOOL_ROWS, UnreadRow } from "../src/index.js";
import { namedRows } from "../src/programs/packed-rows.js";

test("a packed table has the rows that it was made of, in their order, but for their tests", () => {
  const packed = namedRows(packRows(PROGRAMS));
  expect(packed.map(({ row }) => row())).toEqual(PROGRAMS.map((row) => ({ ...row, tests: [] })));
  expect(packed.map(({ names }) => names)).toEqual(namedRows(PROGRAMS).map(({ names }) => names));
});

test("facts by a packed table have the version of those by its rows", () => {
  const tools = [TOOL_ROWS];
  const { version } = createFacts({ programs: [packRows(PROGRAMS)], tools });
  expect(version).toBe(createFacts({ programs: [PROGRAMS], tools }).version);
  expect(version).not.toBe(createFacts({ programs: [packRows(PROGRAMS.slice(1))], tools }).version);
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
