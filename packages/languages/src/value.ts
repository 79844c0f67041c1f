import {
  type Alternatives,
  NO_ORIGINS,
  type Origins,
  appendAlternatives,
  collapse,
  hole,
  originsOf,
  uniteAlternatives,
  uniteOrigins,
} from "@gatehouse-hooks/shell";
import type { FunctionCode } from "./code.js";

/** A list whose items are known; `open`: there may be others of the same kind, in another order. */
export interface ListValue {
  readonly kind: "list";
  items: readonly CodeValue[];
  open: boolean;
}

/** A dictionary or an object of the language itself; `open`: there may be others of the same kind. */
export interface RecordValue {
  readonly kind: "record";
  readonly entries: Map<string, CodeValue>;
  open: boolean;
}

export interface ClassValue {
  readonly kind: "class";
  readonly name: string;
  readonly members: ReadonlyMap<string, CodeValue>;
  readonly bases: readonly CodeValue[];
}

export interface InstanceValue {
  readonly kind: "instance";
  readonly of: ClassValue;
  readonly fields: Map<string, CodeValue>;
}

export interface FunctionValue {
  readonly kind: "function";
  readonly code: FunctionCode;
  readonly frame: CodeFrame;
  readonly self: CodeValue | null;
  readonly property: boolean;
}

/** Something that a library makes: its kind, and the path, address or content that is behind it. */
export interface ObjectValue {
  readonly kind: "object";
  readonly of: string;
  content: Alternatives;
}

/** The names of a module, a class or one call of a function. */
export interface CodeFrame {
  readonly parent: CodeFrame | null;
  /** Names that are those of the frame around. */
  readonly outer: Set<string>;
  /** What the function may return. */
  returned: CodeValue | null;
  /** Where it is above zero, values that were bound before stay possible. */
  weak: number;
  readonly get: (name: string) => CodeValue | undefined;
  readonly set: (name: string, value: CodeValue) => void;
  readonly child: () => CodeFrame;
  readonly chain: () => readonly CodeFrame[];
  readonly open: () => void;
  readonly close: () => ReadonlyMap<string, CodeValue>;
  readonly merge: (arms: readonly ReadonlyMap<string, CodeValue>[], whole: boolean) => void;
  readonly names: () => ReadonlyMap<string, CodeValue>;
}

/** What is known of a value. */
export type CodeValue =
  | { readonly kind: "text"; readonly fields: Alternatives; readonly path: boolean }
  | { readonly kind: "number"; readonly value: number | null }
  | { readonly kind: "plain"; readonly flag: boolean | null }
  | ListValue
  | RecordValue
  | ClassValue
  | InstanceValue
  | FunctionValue
  | ObjectValue
  /** A module or a member of one, by its whole name. */
  | { readonly kind: "place"; readonly name: string }
  | { readonly kind: "method"; readonly of: CodeValue; readonly name: string }
  /** Nothing that it can be called does anything. */
  | { readonly kind: "data"; readonly from: Origins }
  /** Whoever calls it may do anything. */
  | { readonly kind: "opaque"; readonly name: string; readonly from: Origins }
  | { readonly kind: "either"; readonly values: readonly CodeValue[] };

/** A call's arguments. */
export interface GivenValues {
  readonly items: readonly CodeValue[];
  readonly named: ReadonlyMap<string, CodeValue>;
  /** There may be others. */
  readonly open: CodeValue | null;
}

/** The items of one list. */
const MOST_ITEMS = 256;

/** What one value may be at once. */
const MOST_VALUES = 24;

export const NO_VALUE: CodeValue = { kind: "plain", flag: null };

export function textValue(value: string): CodeValue {
  return { kind: "text", fields: [value], path: false };
}

export function texts(fields: Alternatives, path = false): CodeValue {
  return { kind: "text", fields, path };
}

export function data(from: Origins = NO_ORIGINS): CodeValue {
  return { kind: "data", from };
}

export function opaque(name: string, from: Origins = NO_ORIGINS): CodeValue {
  return { kind: "opaque", name, from };
}

export function listValue(items: readonly CodeValue[], open = false): ListValue {
  const made: ListValue = { kind: "list", items: [], open };
  fill(made, items);
  return made;
}

/** Gives a list its items: of more than are kept it is only known what they may be. */
export function fill(of: ListValue, items: readonly CodeValue[]): void {
  of.open ||= items.length > MOST_ITEMS;
  of.items = items.length > MOST_ITEMS ? [eitherOf(items)] : items;
}

/** One of two values. */
export function eitherValue(left: CodeValue | undefined, right: CodeValue): CodeValue {
  if (left === undefined || left === right) return right;
  const same = merged(left, right);
  if (same !== null) return same;
  const all = [...possibleValues(left)];
  for (const one of possibleValues(right)) {
    const at = all.findIndex((other) => isMerged(other, one));
    const before = all[at];
    if (before === undefined) all.push(one);
    else all[at] = eitherValue(before, one);
  }
  const [only] = all;
  if (all.length === 1 && only !== undefined) return only;
  return all.length <= MOST_VALUES ? { kind: "either", values: all } : opaque("many values", originsIn(left));
}

/** One value that is both; null: they are of different kinds. */
function merged(left: CodeValue, right: CodeValue): CodeValue | null {
  switch (left.kind) {
    case "text":
      if (right.kind !== "text" || left.path !== right.path) return null;
      return { ...left, fields: uniteAlternatives(left.fields, right.fields) };
    case "plain":
      if (right.kind !== "plain") return null;
      return left.flag === right.flag ? left : NO_VALUE;
    case "data":
      return right.kind === "data" ? data(uniteOrigins(left.from, right.from)) : null;
    case "place":
      return right.kind === "place" && left.name === right.name ? left : null;
    case "number":
      if (right.kind !== "number") return null;
      return left.value === right.value ? left : { kind: "number", value: null };
    default:
      return null;
  }
}

function isMerged(left: CodeValue, right: CodeValue): boolean {
  if (left === right) return true;
  if (left.kind !== right.kind) return false;
  if (left.kind === "text") return right.kind === "text" && left.path === right.path;
  if (left.kind === "place") return right.kind === "place" && left.name === right.name;
  return left.kind === "plain" || left.kind === "data" || left.kind === "number";
}

export function eitherOf(values: readonly CodeValue[]): CodeValue {
  let all: CodeValue | undefined;
  for (const one of values) all = eitherValue(all, one);
  return all ?? NO_VALUE;
}

/** The values that it may be. */
export function possibleValues(value: CodeValue): readonly CodeValue[] {
  return value.kind === "either" ? value.values : [value];
}

/** As text. */
export function fieldsOfValue(value: CodeValue): Alternatives {
  switch (value.kind) {
    case "text":
      return value.fields;
    case "number":
      return [value.value === null ? hole(NO_ORIGINS, "number") : String(value.value)];
    case "plain":
      return [value.flag === null ? "None" : value.flag ? "True" : "False"];
    case "object":
      return [hole(originsIn(value))];
    case "either":
      return value.values.map(fieldsOfValue).reduce(uniteAlternatives);
    default:
      return [hole(originsIn(value))];
  }
}

/** Parts of a value that are looked into: a list may hold itself. */
const MOST_PARTS = 400;

/** Where everything in it comes from. */
export function originsIn(value: CodeValue): Origins {
  return originsOfMany([value]);
}

/** Where everything in them comes from. */
export function originsOfMany(values: readonly CodeValue[]): Origins {
  const { parts, whole } = partsIn(values);
  let from: Origins = whole ? NO_ORIGINS : [{ kind: "unknown" }];
  for (const one of parts) from = uniteOrigins(from, ownOrigins(one));
  return from;
}

function ownOrigins(value: CodeValue): Origins {
  if (value.kind === "text") return originsOfAll(value.fields);
  if (value.kind === "object") return originsOfAll(value.content);
  return value.kind === "data" || value.kind === "opaque" ? value.from : NO_ORIGINS;
}

function originsOfAll(fields: Alternatives): Origins {
  return fields.length === 1 ? originsOf(fields[0] ?? "") : originsOf(collapse(fields));
}

/** All that is in values, without what holds it; `whole` is false where there is more. */
function partsIn(values: readonly CodeValue[]): {
  readonly parts: readonly CodeValue[];
  readonly whole: boolean;
} {
  const work = [...values];
  const seen = new Set<CodeValue>();
  const parts: CodeValue[] = [];
  for (let one = work.pop(); one !== undefined; one = work.pop()) {
    if (seen.has(one)) continue;
    if (seen.size >= MOST_PARTS) return { parts, whole: false };
    seen.add(one);
    const inner = within(one);
    if (inner === null) parts.push(one);
    else work.push(...inner);
  }
  return { parts, whole: true };
}

function within(value: CodeValue): readonly CodeValue[] | null {
  switch (value.kind) {
    case "list":
      return value.items;
    case "record":
      return [...value.entries.values()];
    case "instance":
      return [...value.fields.values()];
    case "either":
      return value.values;
    case "method":
      return [value.of];
    default:
      return null;
  }
}

/** A value that the text does not say, made of others. */
export function madeOf(values: readonly CodeValue[]): CodeValue {
  return data(originsOfMany(values));
}

/** The only text that it can be. */
export function literalIn(value: CodeValue | undefined): string | null {
  if (value === undefined) return null;
  const fields = value.kind === "text" ? value.fields : [];
  if (fields.length !== 1) return null;
  const [field] = fields;
  if (typeof field === "string") return field;
  let known = "";
  for (const part of field ?? []) {
    if (part.kind !== "text") return null;
    known += part.text;
  }
  return known;
}

/** One text after the other. */
export function joinedValues(parts: readonly CodeValue[]): Alternatives {
  return parts.reduce<Alternatives>((all, one) => appendAlternatives(all, fieldsOfValue(one)), [""]);
}

/** Every value that is in it: what a function that is handed over may get. Instances and methods are values themselves. */
export function everyIn(value: CodeValue): readonly CodeValue[] {
  if (innerOf(value) === null) return [value];
  const work = [value];
  const seen = new Set<CodeValue>();
  const all: CodeValue[] = [];
  for (let one = work.pop(); one !== undefined; one = work.pop()) {
    if (seen.has(one)) continue;
    if (seen.size >= MOST_PARTS) return [...all, opaque("many values")];
    seen.add(one);
    const inner = innerOf(one);
    if (inner === null) all.push(one);
    else work.push(...inner.toReversed());
  }
  return all;
}

function innerOf(value: CodeValue): readonly CodeValue[] | null {
  return value.kind === "instance" || value.kind === "method" ? null : within(value);
}

/** Nothing can be called, whatever is done to it. */
export function isHarmless(value: CodeValue): boolean {
  return value.kind === "text" || value.kind === "number" || value.kind === "plain" || value.kind === "data";
}

/** What a loop over it goes through. */
export function itemsOf(value: CodeValue): readonly CodeValue[] {
  return possibleValues(value).flatMap((one): readonly CodeValue[] => {
    if (one.kind === "list") return one.items.length === 0 ? [data()] : one.items;
    if (one.kind === "record") return [data(originsIn(one)), ...everyIn(one)];
    if (one.kind === "instance" || one.kind === "opaque" || one.kind === "place" || one.kind === "method")
      return [opaque("item", originsIn(one))];
    return [data(originsIn(one))];
  });
}
