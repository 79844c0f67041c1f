import type { Atom } from "@gatehouse-hooks/condition/compile";
import type { JsonObject } from "@gatehouse-hooks/json";
import type { Event } from "../event.js";
import { FACTS } from "../facts/derive.js";
import type { Deriving } from "../facts/deriving.js";
import type { Found } from "./found.js";
import type { PathReader } from "./path-reader.js";
import { PathTable } from "./path-table.js";

/** Policies behind one value of the gate. */
export class Bucket {
  readonly #always: number[] = [];
  readonly #tables = new Map<PathReader, PathTable>();
  /** The same, for the loop of every event. */
  readonly #list: { readonly path: PathReader; readonly table: PathTable }[] = [];
  /** Those that wait for facts: they come up when there are none to be had. */
  readonly #factTables: { readonly path: PathReader; readonly table: PathTable }[] = [];
  readonly #ofFacts: number[] = [];
  #settled: boolean;

  /**
   * @param leavesOut whether policies that had better be asked come up whenever the gate opens (`PathTable.leaveOut`)
   */
  constructor(leavesOut = false) {
    this.#settled = !leavesOut;
  }

  /** A policy that comes up whenever the gate opens. */
  addAlways(position: number): void {
    this.#always.push(position);
  }

  /** A policy that comes up when the atom holds. */
  add(path: PathReader, atom: Atom, position: number): void {
    let table = this.#tables.get(path);
    if (table === undefined) {
      table = new PathTable();
      this.#tables.set(path, table);
      (path.head === FACTS ? this.#factTables : this.#list).push({ path, table });
    }
    if (path.head === FACTS) this.#ofFacts.push(position);
    table.add(atom, position);
  }

  /** How many policies come up whenever the gate opens. */
  get always(): number {
    return this.#always.length;
  }

  /** Adds the policies that may have something to say about the event. */
  find(event: Event, found: Found, deriving: Deriving): void {
    if (!this.#settled) this.#settle();
    for (const position of this.#always) found.add(position);
    lookIn(this.#list, event, found);
    if (this.#factTables.length === 0) return;
    const derived = deriving.eventOf(event);
    if (derived === null) for (const position of this.#ofFacts) found.add(position);
    else lookIn(this.#factTables, derived, found);
  }

  /** When all have been added. */
  #settle(): void {
    this.#settled = true;
    for (const { table } of this.#list) this.#always.push(...table.leaveOut());
  }
}

function lookIn(
  tables: readonly { readonly path: PathReader; readonly table: PathTable }[],
  event: JsonObject,
  found: Found,
): void {
  for (const { path, table } of tables) {
    if (path.single) table.find(path.read(event), found);
    else path.visit(event, table.find, found);
  }
}
