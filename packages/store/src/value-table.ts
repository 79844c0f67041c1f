import type { JsonValue } from "@gatehouse-hooks/json";

/**
 * Values that many policies share, once: what repeats is its place in the table, an object is the place of its list of keys and
 * its members. A string stands for itself, any other value that does not repeat is the member of an object.
 */
export interface ValueTable {
  readonly values: readonly JsonValue[];
  readonly shapes: readonly (readonly string[])[];
}

type Packed = number | string | readonly Packed[] | { readonly v: JsonValue };

/** The most entries, and characters of them: the table is read with every store. */
const MAX_VALUES = 512;
const MAX_SHAPES = 512;
const MAX_UNITS = 32_768;

/** Chooses the table for values that will be packed. */
export function valueTable(all: readonly JsonValue[]): ValueTable {
  const counts = new Map<string, Counted>();
  const shapes = new Map<string, readonly string[]>();
  for (const value of all) count(value, counts, shapes);
  const worth = [...counts]
    .map(([text, { value, times }]) => ({ text, value, saves: (times - 1) * (text.length - 2) - 2 }))
    .filter(({ saves }) => saves > 0)
    .sort((a, b) => b.saves - a.saves || (a.text < b.text ? -1 : 1));
  const values: JsonValue[] = [];
  let units = 0;
  for (const { text, value } of worth) {
    if (values.length === MAX_VALUES) break;
    if (units + text.length > MAX_UNITS) continue;
    units += text.length;
    values.push(value);
  }
  return { values, shapes: [...shapes.values()] };
}

/** A value that is not an object, and how often it is there. */
interface Counted {
  readonly value: JsonValue;
  readonly times: number;
}

function count(value: JsonValue, counts: Map<string, Counted>, shapes: Map<string, readonly string[]>): void {
  if (isObject(value)) {
    const keys = Object.keys(value);
    if (shapes.size < MAX_SHAPES) shapes.set(JSON.stringify(keys), keys);
    for (const key of keys) count(value[key] ?? null, counts, shapes);
    return;
  }
  const text = JSON.stringify(value);
  counts.set(text, { value, times: (counts.get(text)?.times ?? 0) + 1 });
}

function isObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Packs values with a table: JSON text in which they take little room. */
export function packer({ values, shapes }: ValueTable): (value: JsonValue) => string {
  const places = new Map(values.map((value, place) => [JSON.stringify(value), place]));
  const shapePlaces = new Map(shapes.map((keys, place) => [JSON.stringify(keys), place]));
  const pack = (value: JsonValue): Packed => {
    if (isObject(value)) {
      const keys = Object.keys(value);
      const shape = shapePlaces.get(JSON.stringify(keys));
      return shape === undefined ? { v: value } : [shape, ...keys.map((key) => pack(value[key] ?? null))];
    }
    return places.get(JSON.stringify(value)) ?? (typeof value === "string" ? value : { v: value });
  };
  return (value) => JSON.stringify(pack(value));
}

/**
 * The value of a packed text.
 *
 * @throws for what was not packed with this table
 */
export function unpack(text: string, table: ValueTable): unknown {
  return unpacked(JSON.parse(text) as Packed, table);
}

function unpacked(packed: Packed | undefined, table: ValueTable): unknown {
  if (typeof packed === "string") return packed;
  if (typeof packed === "number") return at(table.values, packed);
  if (packed === undefined) throw new TypeError("a member is missing");
  if (!isList(packed)) return packed.v;
  const keys = at(table.shapes, packed[0]);
  // Entries, since a key may be `__proto__`.
  return Object.fromEntries(keys.map((key, i) => [key, unpacked(packed[i + 1], table)]));
}

function isList(packed: readonly Packed[] | { readonly v: JsonValue }): packed is readonly Packed[] {
  return Array.isArray(packed);
}

function at<T>(list: readonly T[], place: unknown): T {
  const found = typeof place === "number" && place < list.length ? list[place] : undefined;
  if (found === undefined) throw new TypeError("not in the table");
  return found;
}
