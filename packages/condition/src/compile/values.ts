import { isList, lookup, ownKeys } from "../lookup.js";
import type { Value } from "../lookup.js";
import type { JsonObject } from "../json-value.js";
import { spend } from "./scope.js";
import type { Scope } from "./scope.js";

/** SPEC, "Truth". */
export function truth(value: Value): boolean {
  return Boolean(value);
}

/** SPEC, "Equality": null and missing are one, lists and objects are compared by content. */
export function equal(left: Value, right: Value, scope: Scope): boolean {
  if (left === right) return true;
  if (left === undefined || left === null) return right === undefined || right === null;
  if (typeof left !== "object" || typeof right !== "object" || right === null) return false;
  return equalContent(left, right, scope, 0);
}

/** Deeper content than any sealed value has: the comparison gives up as if the budget were spent. */
const DEEPEST = 1_000;

function equalContent(left: object, right: object, scope: Scope, depth: number): boolean {
  if (depth > DEEPEST) spend(scope, Infinity);
  const a = left as Exclude<Value, undefined>;
  const b = right as Exclude<Value, undefined>;
  if (isList(a) || isList(b)) {
    if (!isList(a) || !isList(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!equalPair(lookup(a, i), lookup(b, i), scope, depth)) return false;
    return true;
  }
  const keys = ownKeys(a as JsonObject);
  if (keys.length !== ownKeys(b as JsonObject).length) return false;
  return keys.every((key) => {
    const member = lookup(b, key);
    if (member === undefined) {
      spend(scope, 1);
      return false;
    }
    return equalPair(lookup(a, key), member, scope, depth);
  });
}

function equalPair(left: Value, right: Value, scope: Scope, depth: number): boolean {
  spend(scope, 1);
  if (left === right) return true;
  if (left === undefined || left === null) return right === undefined || right === null;
  if (typeof left !== "object" || typeof right !== "object" || right === null) return false;
  return equalContent(left, right, scope, depth + 1);
}

/** SPEC, "Order": two numbers or two strings, else nothing holds. */
export function less(left: Value, right: Value): boolean {
  if (typeof left === "number") return typeof right === "number" && left < right;
  return typeof left === "string" && typeof right === "string" && left < right;
}

export function lessOrEqual(left: Value, right: Value): boolean {
  if (typeof left === "number") return typeof right === "number" && left <= right;
  return typeof left === "string" && typeof right === "string" && left <= right;
}

/** SPEC, "Membership". */
export function isMember(item: Value, list: Value, scope: Scope): boolean {
  if (!isList(list)) return false;
  for (let i = 0; i < list.length; i++) {
    spend(scope, 1);
    if (equal(item, lookup(list, i), scope)) return true;
  }
  return false;
}

/** SPEC, "Methods", `size`. */
export function size(value: Value): Value {
  if (typeof value === "string" || isList(value)) return value.length;
  return typeof value === "object" && value !== null ? ownKeys(value).length : undefined;
}
