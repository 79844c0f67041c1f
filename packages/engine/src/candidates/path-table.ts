import { GlobTable } from "@gatehouse-hooks/condition/analysis";
import { foldUnit, type Atom } from "@gatehouse-hooks/condition/compile";
import type { JsonValue } from "@gatehouse-hooks/json";
import { prefixScanner, suffixScanner } from "./affix-scanner.js";
import type { Found } from "./found.js";
import { IntervalTable } from "./interval-table.js";
import { Postings } from "./postings.js";
import { foldedText, type Scanner, type WaitingLiteral } from "./scanner.js";
import { needsPass, substringScanner } from "./substring-scanner.js";

/** So few policies are left out (`PathTable.leaveOut`). */
const FEW_POLICIES = 3;

/** The policies that listen for a value at one path. Their tables are made when a value first comes. */
export class PathTable {
  #waiting: (readonly [atom: Atom, position: number])[] = [];
  #tables: Tables | null = null;

  add(atom: Atom, position: number): void {
    this.#waiting.push([atom, position]);
  }

  /** Adds the policies of which an atom holds for the value, present or missing; it may add more, never fewer. */
  readonly find = (value: JsonValue | undefined, found: Found): void => {
    const tables = this.#tables ?? this.#build();
    tables.find(value, found);
  };

  /**
   * Leaves the policies out that had better be asked whatever the value is: so few that their own searches take less time than going
   * through a string for them, unit by unit or without its case.
   *
   * @returns their positions
   */
  leaveOut(): readonly number[] {
    const searched = this.#waiting.filter(([atom]) => atom.operator === "includes");
    const positions = new Set(searched.map(([, position]) => position));
    const of = (kind: Atom["of"]): readonly WaitingLiteral[] =>
      searched.flatMap(([atom, position]) =>
        atom.of === kind ? [[String(atom.value), position] as const] : [],
      );
    if (positions.size > FEW_POLICIES || !needsPass(of("value"), of("folded"))) return [];
    this.#waiting = this.#waiting.filter(([, position]) => !positions.has(position));
    return [...positions];
  }

  #build(): Tables {
    const tables = new Tables(this.#waiting);
    this.#tables = tables;
    this.#waiting = [];
    return tables;
  }
}

type Order = "<" | "<=" | ">" | ">=";
const ORDERS: readonly Order[] = ["<", "<=", ">", ">="];

/** What a path's policies wait for, by the kind of test. */
class Tables {
  readonly #present: Int32Array;
  readonly #equal: EqualTable | null;
  readonly #folded: FoldedTable | null;
  readonly #texts: readonly Scanner[];
  readonly #numbers: readonly IntervalTable<number>[];
  readonly #strings: readonly IntervalTable<string>[];
  readonly #sizes: SizeTable | null;

  constructor(waiting: readonly (readonly [atom: Atom, position: number])[]) {
    const of = (
      kind: Atom["of"],
      ...operators: readonly Atom["operator"][]
    ): readonly (readonly [Atom["value"], number])[] =>
      waiting.flatMap(([atom, position]) =>
        atom.of === kind && operators.includes(atom.operator) ? [[atom.value, position] as const] : [],
      );
    const literals = (kind: "value" | "folded", operator: Atom["operator"]): readonly WaitingLiteral[] =>
      of(kind, operator).flatMap(([value, position]) =>
        typeof value === "string" ? [[value, position] as const] : [],
      );
    this.#present = Int32Array.from(of("value", "has"), ([, position]) => position);
    this.#equal = equalTable(of("value", "=="));
    const folded = literals("folded", "==");
    this.#folded = folded.length === 0 ? null : new FoldedTable(folded);
    this.#texts = [
      ...made(literals("value", "startsWith"), prefixScanner),
      ...made(literals("folded", "startsWith"), (some) => prefixScanner(some, foldUnit)),
      ...made(literals("value", "endsWith"), suffixScanner),
      ...made(literals("folded", "endsWith"), (some) => suffixScanner(some, foldUnit)),
      ...textScanner(literals("value", "includes"), literals("folded", "includes")),
      ...made(literals("folded", "touches"), globScanner),
    ];
    const tables = <Value extends number | string>(
      isValue: (value: unknown) => value is Value,
    ): readonly IntervalTable<Value>[] =>
      ORDERS.flatMap((operator) => {
        const some = of("value", operator).flatMap(([value, position]) =>
          isValue(value) ? [[value, position] as const] : [],
        );
        return some.length === 0 ? [] : [new IntervalTable(operator, some)];
      });
    this.#numbers = tables((value) => typeof value === "number");
    this.#strings = tables((value) => typeof value === "string");
    const sizes = waiting.filter(([atom]) => atom.of === "size");
    this.#sizes = sizes.length === 0 ? null : new SizeTable(sizes);
  }

  find(value: JsonValue | undefined, found: Found): void {
    // Null and missing are one (condition SPEC, "Operators"); a list or an object equals no constant.
    this.#equal?.find(value ?? null, found);
    if (value === undefined) return;
    const present = this.#present;
    for (let i = 0; i < present.length; i++) found.add(present[i] ?? 0);
    if (typeof value === "string") {
      this.#folded?.find(value, found);
      for (const scanner of this.#texts) scanner.scan(value, found);
      for (const table of this.#strings) table.addTo(found, value);
      this.#sizes?.find(value.length, found);
    } else if (typeof value === "number") {
      for (const table of this.#numbers) table.addTo(found, value);
    } else if (typeof value === "object" && value !== null) {
      this.#sizes?.find(Array.isArray(value) ? value.length : Object.keys(value).length, found);
    }
  }
}

function made(
  waiting: readonly WaitingLiteral[],
  scannerOf: (waiting: readonly WaitingLiteral[]) => Scanner,
): readonly Scanner[] {
  return waiting.length === 0 ? [] : [scannerOf(waiting)];
}

/** Finds the globs that a path set may touch. */
function globScanner(waiting: readonly WaitingLiteral[]): Scanner {
  const postings = new Postings(waiting);
  const table = new GlobTable(postings.values);
  return {
    scan(text: string, found: Found): void {
      found.units += text.length;
      const touched = table.find(text);
      for (let i = 0; i < touched.length; i++) postings.addTo(found, touched[i] ?? 0);
    },
  };
}

function textScanner(
  plain: readonly WaitingLiteral[],
  folded: readonly WaitingLiteral[],
): readonly Scanner[] {
  return plain.length + folded.length === 0 ? [] : [substringScanner(plain, folded)];
}

/** A set of constants, and who waits for each. */
class EqualTable {
  readonly #ids: ReadonlyMap<unknown, number>;
  readonly #postings: Postings<Atom["value"]>;

  constructor(waiting: readonly (readonly [value: Atom["value"], position: number])[]) {
    this.#postings = new Postings(waiting);
    this.#ids = new Map<unknown, number>(this.#postings.values.map((value, id) => [value, id]));
  }

  find(value: unknown, found: Found): void {
    const id = this.#ids.get(value);
    if (id !== undefined) this.#postings.addTo(found, id);
  }
}

function equalTable(
  waiting: readonly (readonly [value: Atom["value"], position: number])[],
): EqualTable | null {
  return waiting.length === 0 ? null : new EqualTable(waiting);
}

/** The same for strings without their case. A longer string than all of them is not looked at. */
class FoldedTable {
  readonly #table: EqualTable;
  readonly #longest: number;

  constructor(waiting: readonly WaitingLiteral[]) {
    this.#table = new EqualTable(waiting);
    this.#longest = waiting.reduce((most, [{ length }]) => Math.max(most, length), 0);
  }

  find(text: string, found: Found): void {
    if (text.length <= this.#longest) this.#table.find(foldedText(text), found);
  }
}

/** The sizes of strings, lists and objects. */
class SizeTable {
  readonly #equal: EqualTable | null;
  readonly #orders: readonly IntervalTable<number>[];
  /** Of the sizes that are waited for; most strings are smaller than all. */
  readonly #least: number;

  constructor(waiting: readonly (readonly [atom: Atom, position: number])[]) {
    const of = (operator: Atom["operator"]): readonly (readonly [number, number])[] =>
      waiting.flatMap(([atom, position]) =>
        atom.operator === operator && typeof atom.value === "number" ? [[atom.value, position] as const] : [],
      );
    this.#equal = equalTable(of("=="));
    this.#orders = ORDERS.flatMap((operator) => {
      const some = of(operator);
      return some.length === 0 ? [] : [new IntervalTable(operator, some)];
    });
    const upwards = waiting.every(([{ operator }]) => operator === ">" || operator === ">=");
    this.#least = upwards
      ? waiting.reduce((least, [{ value }]) => Math.min(least, Number(value)), Infinity)
      : -1;
  }

  find(size: number, found: Found): void {
    if (size < this.#least) return;
    this.#equal?.find(size, found);
    for (const table of this.#orders) table.addTo(found, size);
  }
}
