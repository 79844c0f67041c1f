import type { ProgramRow } from "./program-row.js";

/** Rows as texts, for a program that starts for one decision: a row is read and parsed when one of its programs is first asked about. */
export interface PackedRows {
  readonly kind: "packed";
  /** Equal for equal rows. */
  readonly version: string;
  /** A line for each row: its place, and its names with a blank after each. One text is read sooner than a list of two thousand names. */
  readonly names: string;
  /** Names with `*`, and the places of their rows. */
  readonly forms: readonly (readonly [form: string, place: number])[];
  /**
   * The row at this place as JSON, without its tests, which nothing here runs.
   *
   * @throws UnreadRow where it cannot be had
   */
  readonly rowAt: (place: number) => string;
}

/** A row of a packed table cannot be read: of no event is known what it does. */
export class UnreadRow extends Error {}

/** A row that is read when it is first needed. */
export type LateRow = () => ProgramRow;

/** The rows of a table by the names of their programs. */
interface RowsByName {
  /** In their order. */
  readonly named: (name: string) => readonly LateRow[];
  /** The name that is this one but for large and small letters. */
  readonly spelled: (name: string) => string | undefined;
  /** Names with `*`. */
  readonly forms: readonly { readonly form: string; readonly row: LateRow }[];
}

/** @param rows JSON data, as rows are; their names have no blanks */
export function packRows(rows: readonly ProgramRow[]): PackedRows {
  const texts = withoutTests(rows).map((row) => JSON.stringify(row, withLists));
  const named = rows.map((row) => namesOf(row));
  const blank = named.flat().find((name) => !isWord(name));
  if (blank !== undefined) throw new TypeError(`expected names without blanks, got \`${blank}\``);
  const exact = named.map((names) => names.filter((name) => !isForm(name)));
  return {
    kind: "packed",
    version: versionOfRows(rows),
    names: exact.map((names, place) => [place, ...names, ""].join(" ")).join("\n"),
    forms: named.flatMap((names, place) => names.filter(isForm).map((form) => [form, place] as const)),
    rowAt: (place) => {
      const text = texts[place];
      if (text === undefined) throw new UnreadRow(`expected one of ${texts.length} rows, got ${place}`);
      return text;
    },
  };
}

/**
 * All rows of a packed table, for a program that decides many times. They are without their tests.
 *
 * @throws UnreadRow where one cannot be had
 */
export function unpackRows({ names, rowAt }: PackedRows): readonly ProgramRow[] {
  return names.split("\n").map((_names, place) => unpackRow(rowAt(place)));
}

/** Asked by what a table is itself: a list may inherit any property. */
export function isPacked(table: PackedRows | readonly ProgramRow[]): table is PackedRows {
  return !Array.isArray(table);
}

/** The rows of a table, packed or not. */
export function rowsByName(table: PackedRows | readonly ProgramRow[]): RowsByName {
  return isPacked(table) ? packedByName(table) : listedByName(table);
}

function listedByName(table: readonly ProgramRow[]): RowsByName {
  const exact = new Map<string, LateRow[]>();
  const forms: { readonly form: string; readonly row: LateRow }[] = [];
  for (const one of table) {
    const row = (): ProgramRow => one;
    for (const name of namesOf(one)) {
      const before = exact.get(name);
      if (isForm(name)) forms.push({ form: name, row });
      else if (before === undefined) exact.set(name, [row]);
      else before.push(row);
    }
  }
  return {
    named: (name) => exact.get(name) ?? [],
    spelled: (name) => [...exact.keys()].find((one) => one.toLowerCase() === name.toLowerCase()),
    forms,
  };
}

function packedByName({ names, forms, rowAt }: PackedRows): RowsByName {
  const rows = new Map<number, LateRow>();
  const rowOf = (place: number): LateRow => {
    let late = rows.get(place);
    if (late === undefined) {
      let row: ProgramRow | undefined;
      rows.set(place, (late = () => (row ??= unpackRow(rowAt(place)))));
    }
    return late;
  };
  // No more than there are names.
  const known = new Map<string, readonly LateRow[]>();
  let folded: string | undefined;
  return {
    named: (name) => {
      const before = known.get(name);
      if (before !== undefined) return before;
      const found = placesOf(name, names).map(rowOf);
      if (found.length > 0) known.set(name, found);
      return found;
    },
    spelled: (name) => {
      folded ??= names.toLowerCase();
      const at = isWord(name) ? folded.indexOf(` ${name.toLowerCase()} `) : -1;
      return at === -1 ? undefined : names.slice(at + 1, at + 1 + name.length);
    },
    forms: forms.map(([form, place]) => ({ form, row: () => rowOf(place)() })),
  };
}

/** The places of the rows with this name. */
function placesOf(name: string, names: string): readonly number[] {
  const places: number[] = [];
  if (!isWord(name)) return places;
  for (let at = names.indexOf(` ${name} `); at !== -1; at = names.indexOf(` ${name} `, at + 1)) {
    const line = names.lastIndexOf("\n", at) + 1;
    places.push(Number.parseInt(names.slice(line, names.indexOf(" ", line)), 10));
  }
  return places;
}

function isForm(name: string): boolean {
  return name.includes("*");
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

/** Equal for rows that mean the same: of tests nothing depends, and a build leaves them out. */
export function versionOfRows(rows: readonly ProgramRow[]): string {
  return fingerprint(JSON.stringify(withoutTests(rows)));
}

function withoutTests(rows: readonly ProgramRow[]): readonly Omit<ProgramRow, "tests">[] {
  return rows.map(({ tests: _tests, ...row }) => row);
}

/** A short name for a text: 53 bits. Two tables with the same name are the same for all that matters, not for an adversary. */
export function fingerprint(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return ((low & 0x1fffff) * 4_294_967_296 + (high >>> 0)).toString(16).padStart(14, "0");
}
