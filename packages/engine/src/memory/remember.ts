import { isRecord, type JsonValue, lookup, sealJson, type Value } from "@gatehouse-hooks/json";
import type { Event } from "../event.js";
import { cellsOf, type PolicySet } from "../policy-set.js";
import type { MemoryCell, Remembered, ShownCell } from "../facts/cell.js";
import { shortHash } from "./short-hash.js";
import type { CellState, MemoryState } from "./state.js";

/**
 * What policies see of a state when an event comes (SPEC, "Memory"): to give to `begin`, `step`, `decide` and `explain`. Cells are
 * read when a policy asks for them.
 *
 * @param now the time of the event in milliseconds, by the driver's clock
 */
export function remember(set: PolicySet, state: MemoryState, now: number): Remembered {
  const cells = new Map(cellsOf(set).map((cell) => [cell.name, cell]));
  const time = Math.max(now, state.at);
  const sealed = new Map<string, JsonValue | undefined>();
  const valueOf = (cell: MemoryCell, kept: CellState, event: Event): JsonValue | undefined => {
    if (cell.by !== undefined) return Number(lookup(kept.value, countKey(cell, event, state)) ?? 0);
    if (!sealed.has(cell.name)) sealed.set(cell.name, sealJson(viewOf(cell, kept, state, time)).value);
    return sealed.get(cell.name);
  };
  const read = (name: string, event: Event): { readonly value: JsonValue | undefined } | null => {
    const cell = cells.get(name);
    const kept = cell === undefined ? undefined : state.cells[name];
    if (cell === undefined || kept === undefined || kept.unknown === true) return null;
    const value = valueOf(cell, kept, event);
    return { value: value ?? undefined };
  };
  const shown = (name: string, event: Event): ShownCell => {
    const known = read(name, event);
    const cause = cells.has(name) ? state.cells[name]?.cause : undefined;
    return {
      cell: name,
      ...(known === null ? {} : { value: shownValue(known.value) }),
      ...(cause === undefined ? {} : { since: cause }),
    };
  };
  return Object.freeze({ read, shown });
}

/** Of a list its size: its strings are of the session, and may be secrets. */
function shownValue(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" ? value !== null : (value ?? false);
}

function viewOf(cell: MemoryCell, { value }: CellState, state: MemoryState, now: number): JsonValue {
  switch (cell.kind) {
    case "flag":
      return value !== null;
    case "count":
      return Array.isArray(value) ? timesWithin(cell, value, now).length : value;
    case "last": {
      const n = lookup(value, "n");
      return typeof n === "number" && isRecord(value) ? { ...value, ago: state.n - n } : null;
    }
    default:
      return value;
  }
}

/** The times that still count. */
export function timesWithin(
  { within = 0 }: MemoryCell,
  times: readonly JsonValue[],
  now: number,
): readonly number[] {
  return times.filter((time) => typeof time === "number").filter((time) => time > now - within);
}

/** The name of the count that an event is of. */
export function countKey({ by = [] }: MemoryCell, event: Event, { key }: Pick<MemoryState, "key">): string {
  return shortHash(JSON.stringify(by.map((path) => atPath(event, path) ?? null)), key);
}

/** The value at a path of own properties. */
export function atPath(value: Value, path: readonly string[]): Value {
  return path.reduce<Value>((inner, part) => lookup(inner, part), value);
}
