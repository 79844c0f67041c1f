import { cellsOf, type MemoryCell, type PolicySet, type Tier } from "@gatehouse-hooks/engine";
import { type CellState, type MemoryState, readMemory } from "@gatehouse-hooks/engine/memory";
import { isRecord, type JsonValue } from "@gatehouse-hooks/json";
import type { KeptMemory, MemoryOwner } from "@gatehouse-hooks/local/memory";

/** A cell of a state, with the event that it has its value from. */
export interface ShownMemoryCell {
  readonly cell: string;
  readonly kind: MemoryCell["kind"];
  readonly tier: Tier;
  /** False: not everything that happened is in it, and policies that read it fail. */
  readonly known: boolean;
  /** Of a flag whether it is set; of a count how many; of a set, and of a count by value, how many are kept; of what was last the value that it keeps. */
  readonly value: JsonValue;
  readonly since?: NonNullable<CellState["cause"]>;
}

/** A state as it is shown. */
export interface ShownMemory {
  readonly owner: MemoryOwner;
  /** How many events it has seen. */
  readonly events: number;
  /** When the last one was, in milliseconds since 1970; 0: none yet. */
  readonly at: number;
  /** The cells of the policies that hold here; null: the state is damaged. */
  readonly cells: readonly ShownMemoryCell[] | null;
}

/**
 * What is kept under an owner, by the cells that these policies declare for its scope.
 *
 * @param now milliseconds since 1970: what a count still counts
 */
export function shownMemory(
  set: PolicySet,
  { owner, text }: Pick<KeptMemory, "text"> & { readonly owner: MemoryOwner },
  now: number,
): ShownMemory {
  const state = readMemory(set, text);
  if (state === null) return { owner, events: 0, at: 0, cells: null };
  const cells = cellsOf(set).filter(({ scope }) => scope === owner.scope);
  return { owner, events: state.n, at: state.at, cells: cells.map((cell) => shownCell(cell, state, now)) };
}

function shownCell(cell: MemoryCell, { cells }: MemoryState, now: number): ShownMemoryCell {
  const { name, kind, tier } = cell;
  const kept = cells[name];
  const value = kept === undefined ? null : kept.value;
  return {
    ...{ cell: name, kind, tier, known: kept !== undefined && kept.unknown !== true },
    value: shownValue(cell, value, now),
    ...(kept?.cause !== undefined && { since: kept.cause }),
  };
}

/** Strings that were remembered are of the session, and may be secrets: of a set only its size is shown. */
function shownValue({ kind, within }: MemoryCell, value: JsonValue, now: number): JsonValue {
  if (kind === "flag") return value !== null;
  if (kind === "last") return isRecord(value) ? (value["value"] ?? true) : null;
  if (Array.isArray(value)) {
    const isIn = (one: JsonValue): boolean =>
      within === undefined || (typeof one === "number" && one > now - within);
    return value.filter(isIn).length;
  }
  return isRecord(value) ? Object.keys(value).length : value;
}
