import { isSealed, isSealedList } from "../sealed.js";
import { type Before, beforeOther, beforeText, isVerbatim, quoted, sortKeys } from "./json-pieces.js";
import { NotJsonError } from "./not-json-error.js";

/** Objects and lists may nest this deep. */
const MAX_DEPTH = 64;
/** Values in one text, the root included. */
const MAX_NODES = 100_000;

/**
 * The one JSON text of a JSON value: no blanks, object keys sorted by UTF-16 code unit, numbers and strings as
 * `JSON.stringify` writes them (lone surrogates escaped, so they stay apart). Equal values give equal strings,
 * different values give different strings (SPEC, "Canonical JSON").
 *
 * A property whose value is `undefined` counts as absent, and -0 as 0.
 *
 * @param value plain JSON data: up to 64 levels and 100,000 values
 * @throws NotJsonError for everything else. No getter, `toJSON` or `toString` of plain objects and lists is ever
 *   called, and each property is read once.
 * @example canonicalJson({ b: [1.0], a: "x" }) // {"a":"x","b":[1]}
 */
export function canonicalJson(value: unknown): string {
  const writer: Writer = { nodes: 1, path: [], parents: [] };
  try {
    return textOf(writer, value, 0);
  } catch (error) {
    if (error instanceof NotJsonError) throw error;
    // A proxy's trap threw, or the text is longer than a string can be.
    throw new NotJsonError("a value that cannot be read", []);
  }
}

/** The state of one call. */
interface Writer {
  nodes: number;
  /** The key or index that is written at each level; what lies deeper than the current one is left over. */
  readonly path: (string | number)[];
  /** The object or list of each level. */
  readonly parents: object[];
}

function refuse(writer: Writer, problem: string, depth: number): never {
  throw new NotJsonError(problem, writer.path.slice(0, depth));
}

function textOf(writer: Writer, value: unknown, depth: number): string {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "number":
      if (!Number.isFinite(value)) refuse(writer, `the number ${value}`, depth);
      return `${value}`;
    case "boolean":
      return value ? "true" : "false";
    case "object":
      return value === null ? "null" : textOfContainer(writer, value, depth);
    default:
      return refuse(writer, value === undefined ? "undefined" : `a ${typeof value}`, depth);
  }
}

function textOfContainer(writer: Writer, value: object, depth: number): string {
  if (depth === MAX_DEPTH) {
    const cycle = writer.parents.includes(value);
    refuse(writer, cycle ? "a cycle" : `more than ${MAX_DEPTH} levels of nesting`, depth);
  }
  writer.parents[depth] = value;
  return Array.isArray(value) ? textOfList(writer, value, depth) : textOfObject(writer, value, depth);
}

function count(writer: Writer, more: number, depth: number): void {
  writer.nodes += more;
  if (writer.nodes > MAX_NODES) refuse(writer, `more than ${MAX_NODES} values`, depth);
}

function textOfList(writer: Writer, list: readonly unknown[], depth: number): string {
  const { length } = list;
  count(writer, length, depth);
  const sealed = isSealedList(list);
  if (!sealed) {
    const prototype: unknown = Object.getPrototypeOf(list);
    if (prototype !== Array.prototype && !isInert(prototype))
      refuse(writer, "a list of an unknown class", depth);
    // `length` is a name of its own: with it, a list without holes and extras has one name more than elements.
    if (Reflect.ownKeys(list).length !== length + 1)
      refuse(writer, "a list with holes or extra properties", depth);
  }
  let out = "[";
  for (let i = 0; i < length; i++) {
    if (i > 0) out += ",";
    writer.path[depth] = i;
    out += textOf(writer, sealed ? list[i] : read(writer, list, i, depth), depth + 1);
  }
  return `${out}]`;
}

function textOfObject(writer: Writer, object: object, depth: number): string {
  const sealed = isSealed(object);
  if (!sealed) {
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype !== Object.prototype && prototype !== null && !isInert(prototype))
      refuse(writer, "an object of a class (a Date, a Map …)", depth);
  }
  // Whether a plain property is enumerable is looked up with its value.
  const keys = sealed ? Object.keys(object) : Object.getOwnPropertyNames(object);
  count(writer, keys.length, depth);
  if (!sealed && Object.getOwnPropertySymbols(object).length > 0)
    refuse(writer, "a property named by a symbol", depth);
  const sorted = sortKeys(keys);
  const record = object as Readonly<Record<string, unknown>>;
  let out = "";
  let before: Before = 0;
  for (let i = 0; i < sorted.length; i++) {
    const key = sorted[i] ?? "";
    writer.path[depth] = key;
    const value = sealed ? record[key] : read(writer, record, key, depth);
    if (value === undefined) continue;
    if (typeof value === "string" && isVerbatim(value)) {
      out += beforeText(key, before);
      out += value;
      before = 2;
    } else {
      out += beforeOther(key, before);
      out += typeof value === "string" ? JSON.stringify(value) : textOf(writer, value, depth + 1);
      before = 1;
    }
  }
  return before === 0 ? "{}" : before === 1 ? `${out}}` : `${out}"}`;
}

/** What records inherit, and sealed values that another copy of this package made: nothing that is data. */
function isInert(prototype: unknown): boolean {
  return prototype !== null && Object.isFrozen(prototype) && Object.getPrototypeOf(prototype) === null;
}

function read(writer: Writer, from: object, key: string | number, depth: number): unknown {
  const property = Object.getOwnPropertyDescriptor(from, key);
  if (property === undefined || !("value" in property)) refuse(writer, "an accessor", depth + 1);
  // An element that is hidden is still an element.
  if (property.enumerable !== true && typeof key === "string") refuse(writer, "a hidden property", depth);
  return property.value;
}
