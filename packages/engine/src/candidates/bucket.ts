import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import { prefixScanner, suffixScanner } from "./affix-scanner.js";
import type { Found } from "./found.js";
import type { PathReader } from "./path-reader.js";
import { Postings } from "./postings.js";
import type { KeyAtom } from "./requirement.js";
import type { Scanner, Waiting } from "./scanner.js";
import { substringScanner } from "./substring-scanner.js";

type Lookup = (value: JsonValue | undefined, found: Found) => void;

/** The policies that listen for one kind of test of one path. Their tables are made when a value first comes. */
interface Group {
  readonly operator: KeyAtom["operator"];
  waiting: (readonly [value: KeyAtom["value"], position: number])[];
  look: Lookup | null;
}

/** Policies behind one gate. */
export class Bucket {
  readonly #always: number[] = [];
  readonly #groups = new Map<PathReader, Group[]>();

  /** A policy that comes up whenever the gate opens. */
  addAlways(position: number): void {
    this.#always.push(position);
  }

  /** A policy that comes up when the atom holds. */
  add(path: PathReader, { operator, value }: KeyAtom, position: number): void {
    let groups = this.#groups.get(path);
    if (groups === undefined) this.#groups.set(path, (groups = []));
    let group = groups.find((one) => one.operator === operator);
    if (group === undefined) groups.push((group = { operator, waiting: [], look: null }));
    group.waiting.push([value, position]);
  }

  /** How many policies come up whenever the gate opens. */
  get always(): number {
    return this.#always.length;
  }

  /** Adds the policies that may have something to say about the event. */
  find(event: JsonObject, found: Found): void {
    for (const position of this.#always) found.add(position);
    for (const [path, groups] of this.#groups) {
      const value = path.read(event);
      for (const group of groups) (group.look ??= lookupOf(group))(value, found);
    }
  }
}

function lookupOf(group: Group): Lookup {
  const { operator, waiting } = group;
  group.waiting = [];
  if (operator === "==") return equalities(waiting);
  const scanner = scannerOf(operator, waiting as Waiting[]);
  return (value, found) => {
    if (typeof value === "string") scanner.scan(value, found);
  };
}

function scannerOf(operator: "includes" | "startsWith" | "endsWith", waiting: readonly Waiting[]): Scanner {
  switch (operator) {
    case "includes":
      return substringScanner(waiting);
    case "startsWith":
      return prefixScanner(waiting);
    case "endsWith":
      return suffixScanner(waiting);
  }
}

function equalities(waiting: readonly (readonly [value: KeyAtom["value"], position: number])[]): Lookup {
  const postings = new Postings(waiting);
  const ids = new Map<unknown, number>(postings.values.map((value, id) => [value, id]));
  return (value, found) => {
    // Null and missing are one (condition SPEC, "Operators"); a list or an object equals no constant.
    const id = ids.get(value ?? null);
    if (id !== undefined) postings.addTo(found, id);
  };
}
