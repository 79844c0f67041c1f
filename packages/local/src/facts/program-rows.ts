import { packRows, type PackedRows, PROGRAMS } from "@gatehouse-hooks/facts";

/** The rows that the program brings along. The build puts them in a file beside the program, and `rowsInFile` in the place of this. */
export const PROGRAM_ROWS: PackedRows = packRows(PROGRAMS);
