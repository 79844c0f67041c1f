import { describe, expect, test } from "vitest";
import { type ProgramTest, PROGRAMS, TOOL_ROWS, checkProgramRow, createFacts } from "../src/index.js";

const { facts } = createFacts({ programs: [PROGRAMS], tools: [TOOL_ROWS] });

/** Commands and all of their facts, by class. */
export type FactRows = Readonly<Record<string, readonly ProgramTest[]>>;

/** Tests that each command has the facts of its row, and no others. */
export function testRows(rows: FactRows): void {
  describe.each(Object.entries(rows))("%s", (_, some) => {
    test.each(some)("$run", (row) => {
      expect(checkProgramRow({ name: "rows", tests: [row] }, facts)).toEqual([]);
    });
  });
}
