import {
  isCount,
  isRecord,
  isStrings,
  type JsonObject,
  type JsonValue,
  own,
  ownRecord,
  parseJsonObject,
} from "@gatehouse-hooks/json";
import { cellsOf, type PolicySet } from "../policy-set.js";
import type { MemoryCell, CellCause } from "../facts/cell.js";
import { CELL_LIMITS } from "./cell-limits.js";
import { KEPT_MARK } from "./mark.js";

/** What is kept of one cell. */
export interface CellState {
  /** A hash of its declaration: a cell that is declared anew begins anew. */
  readonly shape: string;
  /** Flags: nothing. Counts: a number, times, or numbers by value. Sets: strings. What was last: an object. Origins: marks, each with its sources. */
  readonly value: JsonValue;
  /** The event that it has its value from; of a flag the first one. */
  readonly cause?: CellCause;
  /** Not everything that happened is in the value. */
  readonly unknown?: true;
}

/** What a session remembers: JSON, bounded by the declarations, and to be changed by `reduce` only. */
export interface MemoryState {
  readonly v: 1;
  /** How many events there were. */
  readonly n: number;
  /** The time of the last one, by the driver's clock; it never goes back. */
  readonly at: number;
  /** Keys the fingerprints of values. */
  readonly key: number;
  readonly cells: Readonly<Record<string, CellState>>;
  /** The calls that were asked about and whose result has not come. */
  readonly pending: readonly string[];
}

const VERSION = 1 as const;

/**
 * The memory of a session that begins: flags are not set, counts are 0, sets are empty.
 *
 * @param key drawn at random by whoever begins the session
 */
export function beginMemory(set: PolicySet, key: number): MemoryState {
  return stateOf(set, key, (cell) => emptyCell(cell));
}

/** The memory of a session that was lost: policies that read a cell fail until the cell is known again. */
export function unknownMemory(set: PolicySet, key: number): MemoryState {
  return stateOf(set, key, (cell) => ({ ...emptyCell(cell), unknown: true }));
}

function stateOf(set: PolicySet, key: number, cellOf: (cell: MemoryCell) => CellState): MemoryState {
  const cells: Record<string, CellState> = ownRecord({});
  for (const cell of cellsOf(set)) cells[cell.name] = cellOf(cell);
  return ownRecord({ v: VERSION, n: 0, at: 0, key, cells, pending: [] });
}

/** A cell that nothing has happened to. */
export function emptyCell(cell: MemoryCell): CellState {
  return { shape: cell.shape, value: emptyValue(cell), ...(cell.kind === "lost" && { unknown: true }) };
}

function emptyValue({ kind, by, within }: MemoryCell): JsonValue {
  if (kind === "set" || kind === "origins") return [];
  if (kind !== "count") return null;
  return by !== undefined ? {} : within === undefined ? 0 : [];
}

/** Reads a state that was written as JSON; null where it is not one. Cells that it does not have begin empty, others are dropped. */
export function readMemory(set: PolicySet, text: string): MemoryState | null {
  const { value } = parseJsonObject(text, { maxBytes: MAX_TEXT, maxNodes: 1_000_000, maxDepth: 16 });
  if (value === undefined || value["v"] !== VERSION) return null;
  const { n, at, key, cells, pending } = value;
  if (!isCount(n) || !isCount(at) || !isCount(key) || !isRecord(cells) || !Array.isArray(pending))
    return null;
  const read: Record<string, CellState> = ownRecord({});
  for (const cell of cellsOf(set)) {
    const kept = own(cells, cell.name);
    const state = isRecord(kept) && kept["shape"] === cell.shape ? cellOf(cell, kept) : emptyCell(cell);
    if (state === null) return null;
    read[cell.name] = state;
  }
  const ids = pending.slice(-CELL_LIMITS.pending).filter((id) => typeof id === "string");
  return ownRecord({ v: VERSION, n, at, key, cells: read, pending: ids });
}

/** More than any declarations may need. */
const MAX_TEXT = 64 * 1024 * 1024;

function cellOf(cell: MemoryCell, kept: JsonObject): CellState | null {
  const { value = null, cause } = kept;
  if (!fits(cell, value)) return null;
  const read = causeOf(cause);
  return {
    shape: cell.shape,
    value,
    ...(read === undefined ? {} : { cause: read }),
    ...(kept["unknown"] === true || cell.kind === "lost" ? { unknown: true } : {}),
  };
}

function fits({ kind, by, within }: MemoryCell, value: JsonValue): boolean {
  if (kind === "set") return Array.isArray(value) && value.every((one) => typeof one === "string");
  if (kind === "origins") return isStrings(value) && value.every((one) => KEPT_MARK.test(one));
  if (kind !== "count") return value === null || isRecord(value) || kind === "flag";
  if (by !== undefined) return isRecord(value) && Object.values(value).every((one) => isCount(one));
  return within === undefined
    ? isCount(value)
    : Array.isArray(value) && value.every((one) => typeof one === "number");
}

function causeOf(given: JsonValue | undefined): CellCause | undefined {
  if (!isRecord(given)) return undefined;
  const { n, at, tool } = given;
  return isCount(n) && isCount(at) && typeof tool === "string"
    ? { n, at, tool: tool.slice(0, CELL_LIMITS.tool) }
    : undefined;
}

/**
 * The most characters that a state of these declarations takes as JSON, whatever comes.
 */
export function memoryBound(set: PolicySet): number {
  const around = 200 + CELL_LIMITS.pending * (6 * CELL_LIMITS.text + 3);
  return cellsOf(set).reduce((sum, cell) => sum + cell.name.length + OF_CELL + boundOf(cell), around);
}

/** The hash, the cause and the names of the members. */
const OF_CELL = 160 + 6 * CELL_LIMITS.tool;
const OF_MARK = 8 + 6 + 3;
const OF_TEXT = 6 * CELL_LIMITS.text + 3;

function boundOf({ kind, by, within, keys, upTo, keep }: MemoryCell): number {
  if (kind === "set") return keep * OF_TEXT + 2;
  if (kind === "origins") return keep * OF_MARK + 2;
  if (kind === "last") return OF_TEXT + 80;
  if (kind !== "count") return 8;
  return by === undefined ? (within === undefined ? 24 : upTo * 20) : keys * 32;
}
