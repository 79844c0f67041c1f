import { ownRecord } from "@gatehouse-hooks/json";
import type { CellScope } from "../facts/cell.js";
import { cellsOf, type PolicySet } from "../policy-set.js";
import { type CellState, type MemoryState, unknownMemory } from "./state.js";

/** What more share comes first: where one of several writes fails, it is never fewer than what was let through. */
const SCOPES: readonly CellScope[] = ["user", "project", "agent", "session"];

/** The scopes of a set's cells, in the order in which a driver writes them. The session's is always there, and last: it has the calls that were asked about. */
export function scopesOf(set: PolicySet): readonly CellScope[] {
  const used = new Set(cellsOf(set).map(({ scope }) => scope));
  return SCOPES.filter((scope) => scope === "session" || used.has(scope));
}

/** What a driver keeps of a state for one scope: its cells, and the calls that were asked about with the session's. */
export function stateOfScope(set: PolicySet, scope: CellScope, state: MemoryState): MemoryState {
  const cells: Record<string, CellState> = ownRecord({});
  for (const cell of cellsOf(set)) {
    const own = cell.scope === scope ? state.cells[cell.name] : undefined;
    if (own !== undefined) cells[cell.name] = own;
  }
  return { ...state, cells, pending: scope === "session" ? state.pending : [] };
}

/** The one state that an event is decided with, of those of all scopes. */
export function stateOfScopes(
  set: PolicySet,
  parts: readonly { readonly scope: CellScope; readonly state: MemoryState }[],
): MemoryState {
  const session = parts.find(({ scope }) => scope === "session")?.state ?? unknownMemory(set, 1);
  const cells: Record<string, CellState> = ownRecord({ ...session.cells });
  for (const { scope, state } of parts) Object.assign(cells, stateOfScope(set, scope, state).cells);
  return { ...session, at: Math.max(session.at, ...parts.map(({ state }) => state.at)), cells };
}
