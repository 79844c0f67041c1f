import { fingerprint } from "../fingerprint.js";
import type { ProgramRow } from "./program-row.js";

/** Rows as one string, for a program that starts for one decision: a row is parsed when one of its programs is first asked about. */
export interface PackedRows {
  readonly kind: "packed";
  /** Equal for equal rows. */
  readonly version: string;
  /** A line for each row: its names with blanks between, a tab, and the row as JSON, without its tests, which nothing here runs. */
  readonly text: string;
}

/** A row whose names are known before it is read. */
export interface NamedRow {
  readonly names: readonly string[];
  readonly row: () => ProgramRow;
}

/** @param rows JSON data, as rows are; their names have no blanks */
export function packRows(rows: readonly ProgramRow[]): PackedRows {
  const text = rows.map(
    ({ tests: _tests, ...row }) => `${namesOf(row).join(" ")}\t${JSON.stringify(row, withLists)}`,
  );
  return { kind: "packed", version: fingerprint(JSON.stringify(rows)), text: text.join("\n") };
}

/** Asked by what a table is itself: a list may inherit any property. */
export function isPacked(table: PackedRows | readonly ProgramRow[]): table is PackedRows {
  return !Array.isArray(table);
}

/** The rows of a table, packed or not, in their order. */
export function namedRows(table: PackedRows | readonly ProgramRow[]): readonly NamedRow[] {
  if (!isPacked(table)) return table.map((row) => ({ names: namesOf(row), row: () => row }));
  return table.text.split("\n").map((line) => {
    const end = line.indexOf("\t");
    let row: ProgramRow | undefined;
    return {
      names: line.slice(0, end).split(" "),
      // INVARIANT: the text was made of rows by `packRows`.
      row: () =>
        (row ??= { ...(JSON.parse(line.slice(end + 1), readList) as Omit<ProgramRow, "tests">), tests: [] }),
    };
  });
}

/** A list of words is one string that begins with a blank: most of a row are its options. */
function withLists(_key: string, value: unknown): unknown {
  if (typeof value === "string" && value.startsWith(" "))
    throw new TypeError(`expected a row whose strings do not begin with a blank, got \`${value}\``);
  return Array.isArray(value) && value.length > 0 && value.every(isWord) ? ` ${value.join(" ")}` : value;
}

function isWord(value: unknown): boolean {
  return typeof value === "string" && value !== "" && !/[\s]/.test(value);
}

function readList(_key: string, value: unknown): unknown {
  return typeof value === "string" && value.startsWith(" ") ? value.slice(1).split(" ") : value;
}

function namesOf({ name }: Pick<ProgramRow, "name">): readonly string[] {
  return typeof name === "string" ? [name] : name;
}
