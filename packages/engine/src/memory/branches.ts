import {
  isRecord,
  isStrings,
  type JsonObject,
  type JsonValue,
  lookup,
  ownRecord,
} from "@gatehouse-hooks/json";
import type { CellCause, MemoryCell } from "../facts/cell.js";
import { cellsOf, type PolicySet } from "../policy-set.js";
import { CELL_LIMITS } from "./cell-limits.js";
import { keptMarks, marksOfState } from "./source-marks.js";
import { type CellState, emptyCell, type MemoryState } from "./state.js";

/**
 * The memory that a subagent begins with: its parent's (SPEC, "Memory"). Cells of an agent begin empty, and the calls that wait for their result are the parent's.
 */
export function forkMemory(set: PolicySet, parent: MemoryState): MemoryState {
  const cells: Record<string, CellState> = ownRecord({});
  for (const cell of cellsOf(set))
    cells[cell.name] = cell.scope === "agent" ? emptyCell(cell) : stateIn(parent, cell);
  return ownRecord({ ...parent, cells, pending: [] });
}

/**
 * What a parent remembers when its subagent has come back: what either has seen. What `until` empties is as the last event left it. Of two counts the larger is kept: what both counted before they parted counts once, so those who
 * need the sum share one state. Of states with different keys, what depends on the key is the parent's, and is not known where the child's would restrict.
 */
export function joinMemory(set: PolicySet, parent: MemoryState, child: MemoryState): MemoryState {
  const cells: Record<string, CellState> = ownRecord({});
  for (const cell of cellsOf(set)) {
    const own = stateIn(parent, cell);
    if (cell.scope === "agent") cells[cell.name] = own;
    else {
      const other = stateIn(child, cell);
      cells[cell.name] = joined(cell, own, parent.key === child.key ? other : keyless(cell, other));
    }
  }
  const pending = [...new Set([...parent.pending, ...child.pending])].sort();
  return ownRecord({
    ...parent,
    n: Math.max(parent.n, child.n),
    at: Math.max(parent.at, child.at),
    cells,
    pending: pending.slice(-CELL_LIMITS.pending),
  });
}

/** A cell that is declared otherwise begins anew. */
function stateIn({ cells }: MemoryState, cell: MemoryCell): CellState {
  const state = Object.hasOwn(cells, cell.name) ? cells[cell.name] : undefined;
  return state?.shape === cell.shape ? state : emptyCell(cell);
}

/** What is left of a cell whose marks or names are of another key. */
function keyless(cell: MemoryCell, state: CellState): CellState {
  if (cell.kind !== "origins" && cell.by === undefined) return state;
  // What is forgotten of sources is not believed; what is missed of a count, or of a source to distrust, would let through.
  const isLost =
    state.unknown === true || (!isEmpty(state.value) && (cell.kind === "count" || cell.full === "unknown"));
  return { ...emptyCell(cell), ...(isLost && { unknown: true as const }) };
}

function joined(cell: MemoryCell, one: CellState, other: CellState): CellState {
  const after = cell.until.length > 0 ? emptiedLast(cell, one, other) : null;
  if (after !== null) return after;
  const { value, forgets } = valueOf(cell, one.value, other.value);
  const cause = causeOf(cell, one.cause, other.cause);
  const isLost = (forgets && cell.full === "unknown") || cell.kind === "lost";
  const unknown = isLost || !isKnown(cell, one, other, value);
  return { shape: cell.shape, value, ...(cause && { cause }), ...(unknown && { unknown: true as const }) };
}

/** What an `until` has left: the last event counts, as if it had come to one session. Null: nothing was emptied. */
function emptiedLast(cell: MemoryCell, one: CellState, other: CellState): CellState | null {
  const last = lastOf(one, other);
  if (last === null) return isEmpty(one.value) === isEmpty(other.value) ? null : { ...one, unknown: true };
  return isEmpty(last.value) || cell.kind === "flag" || cell.kind === "last" ? last : null;
}

function isKnown(cell: MemoryCell, one: CellState, other: CellState, value: JsonValue): boolean {
  if (one.unknown !== true && other.unknown !== true) return true;
  return cell.kind === "flag" ? isSetFor(one) || isSetFor(other) : isAtBound(cell, value);
}

/** The one that changed last; null where both did at once, or neither. */
function lastOf(one: CellState, other: CellState): CellState | null {
  const [mine, theirs] = [one, other].map(({ cause }) => (cause === undefined ? "" : orderOf({ ...cause })));
  if (mine === undefined || theirs === undefined || mine === theirs) return null;
  return mine > theirs ? one : other;
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === 0) return true;
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

/** A flag that is set is known. */
function isSetFor({ value, unknown }: CellState): boolean {
  return value !== null && unknown !== true;
}

function isAtBound({ kind, by, upTo }: MemoryCell, value: JsonValue): boolean {
  return kind === "count" && by === undefined && (Array.isArray(value) ? value.length : value) === upTo;
}

interface Joined {
  readonly value: JsonValue;
  readonly forgets: boolean;
}

function valueOf(cell: MemoryCell, one: JsonValue, other: JsonValue): Joined {
  switch (cell.kind) {
    case "flag":
      return { value: one ?? other, forgets: false };
    case "count":
      return { value: countOf(cell, one, other), forgets: false };
    case "set":
      return atMost(cell.keep, [...new Set([...textsIn(one), ...textsIn(other)])].sort());
    case "origins":
      return atMost(cell.keep, marksOfBoth(one, other));
    case "last":
      return { value: laterOf(one, other), forgets: false };
    case "lost":
      return { value: null, forgets: false };
  }
}

function atMost(keep: number, all: readonly string[]): Joined {
  return { value: all.slice(-keep), forgets: all.length > keep };
}

function textsIn(value: JsonValue): readonly string[] {
  return isStrings(value) ? value : [];
}

function countOf(cell: MemoryCell, one: JsonValue, other: JsonValue): JsonValue {
  if (cell.by !== undefined) return countsOfBoth(cell, one, other);
  if (Array.isArray(one) && Array.isArray(other))
    return timesOfBoth(numbersIn(one), numbersIn(other)).slice(-cell.upTo);
  return Math.max(Number(one), Number(other));
}

/** Of each value the larger count; of too many values those that were counted most. */
function countsOfBoth({ keys }: MemoryCell, one: JsonValue, other: JsonValue): JsonObject {
  const [mine, theirs] = [one, other].map((value) => (isRecord(value) ? value : {}));
  const names = [...new Set([mine, theirs].flatMap((value) => Object.keys(value ?? {})))];
  const count = (value: JsonObject | undefined, name: string): number => Number(lookup(value, name) ?? 0);
  const all = names.map((name) => [name, Math.max(count(mine, name), count(theirs, name))] as const);
  all.sort(([a, first], [b, second]) => first - second || (a < b ? -1 : 1));
  return Object.fromEntries(all.slice(-keys));
}

function numbersIn(values: readonly JsonValue[]): readonly number[] {
  return values.filter((one) => typeof one === "number");
}

/** The times of both, each as often as the one has it that has it more often. */
function timesOfBoth(one: readonly number[], other: readonly number[]): readonly number[] {
  const left = [...other];
  for (const time of one) {
    const at = left.indexOf(time);
    if (at >= 0) left.splice(at, 1);
  }
  return [...one, ...left].sort((a, b) => a - b);
}

function marksOfBoth(one: JsonValue, other: JsonValue): readonly string[] {
  const marks = new Map(marksOfState(one));
  for (const [mark, bits] of marksOfState(other)) marks.set(mark, (marks.get(mark) ?? 0) | bits);
  return [...keptMarks(marks)].sort();
}

/** The one that was later. */
function laterOf(one: JsonValue, other: JsonValue): JsonValue {
  return orderOf(one) > orderOf(other) ? one : other;
}

/** A text that is the larger, the later it was. */
function orderOf(value: JsonValue): string {
  const [at, n] = ["at", "n"].map((name) => String(Number(lookup(value, name) ?? 0)).padStart(20, "0"));
  return value === null ? "" : `${at ?? ""}${n ?? ""}${JSON.stringify(value)}`;
}

/** The event that a value is from: of a flag the first one, else the last. */
function causeOf({ kind }: MemoryCell, one?: CellCause, other?: CellCause): CellCause | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const order = (cause: CellCause): string => orderOf({ ...cause });
  const first = order(one) <= order(other) ? one : other;
  const last = first === one ? other : one;
  return kind === "flag" ? first : last;
}
