import { describe, expect, test } from "vitest";
import { PROGRAMS, TOOL_ROWS, checkProgramRow, createFacts } from "../src/index.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

describe("every row of the program table", () => {
  test.each(
    PROGRAMS.map((row) => [typeof row.name === "string" ? row.name : (row.name[0] ?? ""), row] as const),
  )("%s", (_, row) => {
    expect(checkProgramRow(row, facts)).toEqual([]);
  });

  test("a row's wrong expectation is a problem", () => {
    const [row] = PROGRAMS;
    if (row === undefined) throw new Error("expected rows");
    expect(checkProgramRow({ ...row, tests: [{ run: "rm -rf /" }] }, facts)).toMatchObject([
      { list: "deletes" },
    ]);
  });
});
