import { type Before, jsonKeys } from "./json-key.js";
import { isVerbatim, quote } from "./json-quote.js";
import { NotJsonError } from "./not-json-error.js";
import { sortKeys } from "./sort-keys.js";

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
  // A proxy's trap may call back into this function while the shared encoder is at work.
  if (busy) return createEncoder()(value);
  busy = true;
  try {
    return encode(value);
  } finally {
    busy = false;
  }
}

type Encoder = (value: unknown) => string;

/** Records of the same shape follow each other: their sorted keys are kept from one to the next. */
interface Shape {
  readonly keys: readonly string[];
  readonly sorted: readonly string[];
}

// What is remembered between calls is bounded: one shape per level, short keys, few keys.
const SHAPE_KEYS = 32;
const SHAPE_KEY_LENGTH = 64;

const { getOwnPropertyDescriptor, getOwnPropertyNames, getOwnPropertySymbols, getPrototypeOf, isFrozen } =
  Object;

function createEncoder(): Encoder {
  let out = "";
  let nodes = 0;
  const trail: (string | number)[] = [];
  const parents: object[] = [];
  const shapes: (Shape | undefined)[] = [];
  /** The first key of the last object at each level: a shape is made when it is likely to come again. */
  const firstKeys: (string | undefined)[] = [];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    trail.push("");
    parents.push(trail);
    shapes.push(undefined);
    firstKeys.push(undefined);
  }
  const { beforeText, beforeOther } = jsonKeys();
  // One of records, one of lists.
  let lastSealed: unknown = trail;
  let sealedBefore: unknown = trail;

  function refuse(problem: string, depth: number): never {
    throw new NotJsonError(problem, trail.slice(0, depth));
  }

  function write(value: unknown, depth: number): void {
    switch (typeof value) {
      case "string":
        out += quote(value);
        break;
      case "number":
        if (!Number.isFinite(value)) refuse(`the number ${value}`, depth);
        out += value;
        break;
      case "boolean":
        out += value ? "true" : "false";
        break;
      case "object":
        if (value === null) out += "null";
        else writeContainer(value, depth);
        break;
      default:
        refuse(value === undefined ? "undefined" : `a ${typeof value}`, depth);
    }
  }

  function writeContainer(value: object, depth: number): void {
    if (depth === MAX_DEPTH) refuse(tooDeep(value), depth);
    parents[depth] = value;
    if (Array.isArray(value)) writeArray(value, depth);
    else writeObject(value, depth);
  }

  function tooDeep(value: object): string {
    return parents.includes(value) ? "a cycle" : `more than ${MAX_DEPTH} levels of nesting`;
  }

  function count(more: number, depth: number): void {
    nodes += more;
    if (nodes > MAX_NODES) refuse(`more than ${MAX_NODES} values`, depth);
  }

  function writeArray(list: readonly unknown[], depth: number): void {
    const length = list.length;
    count(length, depth);
    const prototype: unknown = getPrototypeOf(list);
    const sealed = prototype !== Array.prototype && isSealed(prototype);
    if (prototype !== Array.prototype && !sealed) refuse("a list of an unknown class", depth);
    // `length` counts as a name: with it, a list without holes and extras has one name more than elements.
    if (!sealed && Reflect.ownKeys(list).length !== length + 1) {
      refuse("a list with holes or extra properties", depth);
    }
    out += "[";
    for (let i = 0; i < length; i++) {
      if (i > 0) out += ",";
      trail[depth] = i;
      write(sealed ? list[i] : read(list, i, depth), depth + 1);
    }
    out += "]";
  }

  function writeObject(object: object, depth: number): void {
    const prototype: unknown = getPrototypeOf(object);
    const sealed = prototype !== Object.prototype && prototype !== null && isSealed(prototype);
    if (prototype !== Object.prototype && prototype !== null && !sealed) {
      refuse("an object of a class (a Date, a Map …)", depth);
    }
    // Whether a plain property is enumerable is looked up with its value.
    const keys = sealed ? Object.keys(object) : getOwnPropertyNames(object);
    count(keys.length, depth);
    if (!sealed && getOwnPropertySymbols(object).length > 0) {
      refuse("a property named by a symbol", depth);
    }
    const shape = shapeOf(keys, depth);
    const sorted = shape === undefined ? sortKeys(keys) : shape.sorted;
    const record = object as Readonly<Record<string, unknown>>;
    let before: Before = 0;
    for (let i = 0; i < sorted.length; i++) {
      const key = sorted[i] as string;
      trail[depth] = key;
      const value = sealed ? record[key] : read(record, key, depth);
      if (value === undefined) continue;
      if (typeof value === "string" && isVerbatim(value)) {
        out += beforeText(key, before);
        out += value;
        before = 2;
      } else {
        out += beforeOther(key, before);
        before = 1;
        if (typeof value === "string") out += JSON.stringify(value);
        else write(value, depth + 1);
      }
    }
    out += before === 0 ? "{}" : before === 1 ? "}" : '"}';
  }

  /** The shape of an object that looks like the one before it at its level. */
  function shapeOf(keys: readonly string[], depth: number): Shape | undefined {
    const known = shapes[depth];
    if (known !== undefined && sameKeys(known.keys, keys)) return known;
    const first = keys[0];
    if (firstKeys[depth] !== first || keys.length > SHAPE_KEYS || keys.some(isLong)) {
      firstKeys[depth] = first === undefined || isLong(first) ? undefined : first;
      return undefined;
    }
    const shape: Shape = { keys, sorted: sortKeys(keys.slice()) };
    shapes[depth] = shape;
    return shape;
  }

  /**
   * The records and lists that `@gatehouse-hooks/condition/json` makes have a frozen prototype that inherits from nothing.
   * They hold checked data and are read plainly: looking at each property first costs more than writing it. Data
   * cannot forge such a prototype, only code can.
   */
  function isSealed(prototype: unknown): boolean {
    if (prototype === lastSealed || prototype === sealedBefore) return true;
    if (prototype === null || !isFrozen(prototype) || getPrototypeOf(prototype) !== null) return false;
    sealedBefore = lastSealed;
    lastSealed = prototype;
    return true;
  }

  function read(from: object, key: string | number, depth: number): unknown {
    const property = getOwnPropertyDescriptor(from, key);
    if (property === undefined || !("value" in property)) refuse("an accessor", depth + 1);
    // An element that is hidden is still an element.
    if (property.enumerable !== true && typeof key === "string") refuse("a hidden property", depth);
    return property.value;
  }

  return (value) => {
    out = "";
    nodes = 1;
    try {
      write(value, 0);
      return out;
    } catch (error) {
      if (error instanceof NotJsonError) throw error;
      // A proxy's trap threw, or the text is longer than a string can be.
      throw new NotJsonError("a value that cannot be read", []);
    } finally {
      out = "";
      parents.fill(trail);
    }
  };
}

function isLong(key: string): boolean {
  return key.length > SHAPE_KEY_LENGTH;
}

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

let busy = false;
const encode: Encoder = createEncoder();
