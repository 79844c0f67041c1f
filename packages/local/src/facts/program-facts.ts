import {
  checkProgramRow,
  createFacts,
  type FactMaker,
  type Facts,
  type ProgramRow,
  readPrograms,
  TOOL_ROWS,
} from "@gatehouse-hooks/facts";
import type { Evidence } from "./evidence.js";
import { type KnownPlace, placeFacts } from "./place-facts.js";
import { PROGRAM_ROWS } from "./program-rows.js";

/** Facts by the tables that the program brings along, and by a user's own beside them. */
export function factsWith(rows: readonly ProgramRow[]): FactMaker {
  return createFacts({ programs: [PROGRAM_ROWS, rows], tools: [TOOL_ROWS] });
}

/** Facts by the tables that the program brings along. */
export const programFacts: FactMaker = factsWith([]);

/** The facts of an event of this machine, or of what is known of it. Never throws. */
export function factsAt(place: KnownPlace, event: object, given?: Evidence): Facts {
  return placeFacts(programFacts, place, event, given);
}

/** Reads a user's table, and runs the tests of its rows. */
export const programTables: {
  readonly read: typeof readPrograms;
  readonly check: typeof checkProgramRow;
} = { read: readPrograms, check: checkProgramRow };
