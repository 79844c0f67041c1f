import { isArray, keys, isFinite } from "./intrinsics/intrinsics.js";
import { isSealed, isSealedList } from "./sealed.js";
import type { JsonObject, JsonValue } from "./json-value.js";
import { isList, ownDatum } from "./own.js";
import { newList } from "./intrinsics/list.js";

/** A value during evaluation; `undefined` means missing. */
export type Value = JsonValue | undefined;

/**
 * INVARIANT: the only reader of untrusted values. It sees own data properties, calls no getter, and never throws
 * (the traps of a proxy may). What is not JSON (a function, a symbol, a big integer) is missing.
 */
export function lookup(object: Value, key: string | number): Value {
  if (typeof object !== "object" || object === null) return undefined;
  // Sealed objects hold JSON data, inherit nothing and run no code: the plain read is the same, and much faster.
  if (isSealed(object)) return object[key];
  if (isList(object)) {
    if (key === "length") return object.length;
    if (typeof key === "string" || key < 0 || key >= object.length) return undefined;
    if (isSealedList(object)) return object[key];
  }
  return ownData(object, key);
}

/** The keys of an object's own data; empty where they cannot be read. */
export function ownKeys(object: JsonObject): readonly string[] {
  if (isSealed(object)) return keys(object);
  const data = newList<string>();
  try {
    const all = keys(object);
    for (let i = 0; i < all.length; i++) {
      const key = all[i];
      if (key !== undefined && ownData(object, key) !== undefined) data[data.length] = key;
    }
    return data;
  } catch {
    return none;
  }
}

const none: readonly string[] = newList();

function ownData(object: object, key: string | number): Value {
  try {
    return jsonOf(ownDatum(object, key));
  } catch {
    return undefined;
  }
}

/** Any JavaScript value as it is seen by a condition. */
export function jsonOf(value: unknown): Value {
  switch (typeof value) {
    case "function":
    case "symbol":
    case "bigint":
    case "undefined":
      return undefined;
    default:
      return value as JsonValue;
  }
}

/** True for a list of strings; the empty list is one. */
export function isStrings(value: unknown): value is readonly string[] {
  return isArray(value) && value.every((item) => typeof item === "string");
}

/** True for a finite number from 0, such as milliseconds or tokens. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && isFinite(value) && value >= 0;
}
