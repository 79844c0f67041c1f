import { fingerprint } from "../fingerprint.js";
import type { ProgramRow } from "./program-row.js";

/** Rows as texts, for a program that starts for one decision: a row is read and parsed when one of its programs is first asked about. */
export interface PackedRows {
  readonly kind: "packed";
  /** Equal for equal rows. */
  readonly version: string;
  /** The names of each row, with blanks between. */
  readonly names: readonly string[];
  /**
   * The row at this place as JSON, without its tests, which nothing here runs.
   *
   * @throws UnreadRow where it cannot be had
   */
  readonly rowAt: (place: number) => string;
}

/** A row of a packed table cannot be read: of no event is known what it does. */
export class UnreadRow extends Error {}

/** A row whose names are known before it is read. */
export interface NamedRow {
  readonly names: readonly string[];
  readonly row: () => ProgramRow;
}

/** @param rows JSON data, as rows are; their names have no blanks */
export function packRows(rows: readonly ProgramRow[]): PackedRows {
  const texts = rows.map(({ tests: _tests, ...row }) => JSON.stringify(row, withLists));
  return {
    kind: "packed",
    version: fingerprint(JSON.stringify(rows)),
    names: rows.map((row) => namesOf(row).join(" ")),
    rowAt: (place) => {
      const text = texts[place];
      if (text === undefined) throw new UnreadRow(`expected one of ${texts.length} rows, got ${place}`);
      return text;
    },
  };
}

/** Asked by what a table is itself: a list may inherit any property. */
export function isPacked(table: PackedRows | readonly ProgramRow[]): table is PackedRows {
  return !Array.isArray(table);
}

/** The rows of a table, packed or not, in their order. */
export function namedRows(table: PackedRows | readonly ProgramRow[]): readonly NamedRow[] {
  if (!isPacked(table)) return table.map((row) => ({ names: namesOf(row), row: () => row }));
  return table.names.map((names, place) => {
    let row: ProgramRow | undefined;
    return { names: names.split(" "), row: () => (row ??= unpackRow(table.rowAt(place))) };
  });
}

function unpackRow(text: string): ProgramRow {
  try {
    // INVARIANT: a text that is JSON was made of a row by `packRows`.
    return { ...(JSON.parse(text, readList) as Omit<ProgramRow, "tests">), tests: [] };
  } catch (error) {
    throw new UnreadRow("expected a row as JSON", { cause: error });
  }
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
