import { packRows, type PackedRows, PROGRAMS } from "@gatehouse-hooks/facts";

/** The rows that the program brings along. The build evaluates this file: the command holds the string that comes out. */
export const PROGRAM_ROWS: PackedRows = packRows(PROGRAMS);
