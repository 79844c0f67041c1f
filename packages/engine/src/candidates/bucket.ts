import type { Atom } from "@gatehouse-hooks/condition/compile";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import type { Found } from "./found.js";
import type { PathReader } from "./path-reader.js";
import { PathTable } from "./path-table.js";

/** Policies behind one value of the gate. */
export class Bucket {
  readonly #always: number[] = [];
  readonly #tables = new Map<PathReader, PathTable>();
  /** The same, for the loop of every event. */
  readonly #list: { readonly path: PathReader; readonly table: PathTable }[] = [];

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
      this.#list.push({ path, table });
    }
    table.add(atom, position);
  }

  /** How many policies come up whenever the gate opens. */
  get always(): number {
    return this.#always.length;
  }

  /** Adds the policies that may have something to say about the event. */
  find(event: JsonObject, found: Found): void {
    for (const position of this.#always) found.add(position);
    for (const { path, table } of this.#list) {
      if (path.single) table.find(path.read(event), found);
      else path.visit(event, look, { table, found });
    }
  }
}

interface Look {
  readonly table: PathTable;
  readonly found: Found;
}

function look(value: JsonValue | undefined, { table, found }: Look): void {
  table.find(value, found);
}
