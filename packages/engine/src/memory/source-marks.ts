import { type JsonValue, sealedListOf } from "@gatehouse-hooks/json";
import type { MemoryCell } from "../facts/cell.js";
import { MARK } from "./mark.js";
import type { CellState } from "./state.js";

/** The names of a cell's sources, in the order of their bits. */
export function sourcesOf({ on }: Pick<MemoryCell, "on">): readonly string[] {
  return [...new Set(on.flatMap(({ source }) => source ?? []))].sort();
}

const NONE = sealedListOf([]);
/** Lists of names that are kept: there may be very many. */
const MOST_LISTS = 256;

/** What is known of the sources of a set, each part read once: neither cells nor states change. */
export class SourceMarks {
  readonly #sources = new WeakMap<MemoryCell, readonly string[]>();
  readonly #names = new WeakMap<MemoryCell, Map<number, readonly JsonValue[]>>();
  readonly #marks = new WeakMap<CellState, ReadonlyMap<string, number>>();

  /** The names of a cell's sources, in the order of their bits. */
  sourcesOf(cell: MemoryCell): readonly string[] {
    const known = this.#sources.get(cell);
    if (known !== undefined) return known;
    const made = sourcesOf(cell);
    this.#sources.set(cell, made);
    return made;
  }

  /** The names of those of its sources that have a bit: a sealed list, which is made once. */
  namesOf(cell: MemoryCell, bits: number): readonly JsonValue[] {
    if (bits === 0) return NONE;
    const lists = this.#names.get(cell) ?? new Map<number, readonly JsonValue[]>();
    this.#names.set(cell, lists);
    const known = lists.get(bits);
    if (known !== undefined) return known;
    const made = sealedListOf(this.sourcesOf(cell).filter((_, i) => (bits & (1 << i)) !== 0));
    if (lists.size < MOST_LISTS) lists.set(bits, made);
    return made;
  }

  /** The marks of a cell in the order in which they came, with their sources, one bit for each. */
  marksIn(state: CellState): ReadonlyMap<string, number> {
    const known = this.#marks.get(state);
    if (known !== undefined) return known;
    const made = marksOfState(state.value);
    this.#marks.set(state, made);
    return made;
  }
}

/** The marks that the value of a cell keeps, with their sources. */
export function marksOfState(value: JsonValue): ReadonlyMap<string, number> {
  const made = new Map<string, number>();
  for (const one of Array.isArray(value) ? value : [])
    if (typeof one === "string") made.set(one.slice(0, MARK), Number.parseInt(one.slice(MARK), 36));
  return made;
}

/** Marks as they are kept. */
export function keptMarks(marks: ReadonlyMap<string, number>): readonly string[] {
  return Array.from(marks, ([mark, bits]) => mark + bits.toString(36));
}
