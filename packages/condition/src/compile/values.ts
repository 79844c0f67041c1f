import { floor, min } from "@gatehouse-hooks/json/intrinsics";
import { every } from "@gatehouse-hooks/json/intrinsics";
import { isList, isSealedList, lookup, ownKeys } from "@gatehouse-hooks/json/values";
import type { Value } from "@gatehouse-hooks/json";
import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";
import { limits } from "../limits.js";
import { spend } from "./scope.js";
import type { Scope } from "./scope.js";

/** SPEC, "Truth". */
export function truth(value: Value): boolean {
  return !!value;
}

/** Deeper content than any sealed value has: the comparison gives up as if the budget were spent. */
const DEEPEST = 1_000;

/** SPEC, "Operators": null and missing are one; lists and objects are compared by content. */
export function equal(left: Value, right: Value, scope: Scope, depth: number = 0): boolean {
  if (left === undefined || left === null) return right === undefined || right === null;
  if (typeof left !== "object" || typeof right !== "object" || right === null) return left === right;
  if (depth > DEEPEST) spend(scope, Infinity);
  if (!isList(left)) return !isList(right) && equalObjects(left, right, scope, depth + 1);
  if (!isList(right) || left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) {
    if (!equalPair(lookup(left, i), lookup(right, i), scope, depth + 1)) return false;
  }
  return true;
}

function equalObjects(left: JsonObject, right: JsonObject, scope: Scope, depth: number): boolean {
  const keys = ownKeys(left);
  const others = ownKeys(right);
  spend(scope, keys.length + others.length);
  if (keys.length !== others.length) return false;
  return every(keys, (key) => {
    const other = lookup(right, key);
    return other !== undefined && equalPair(lookup(left, key), other, scope, depth);
  });
}

/** One element or member with its counterpart. */
function equalPair(left: Value, right: Value, scope: Scope, depth: number): boolean {
  spend(scope, 1);
  payForTexts(left, right, scope);
  return equal(left, right, scope, depth);
}

/** Two strings are compared unit by unit only when they have one length. */
export function payForTexts(left: Value, right: Value, scope: Scope): void {
  if (typeof left === "string" && typeof right === "string" && left.length === right.length)
    payForText(left, scope);
}

/** Spends steps for reading a string. */
export function payForText(text: string, scope: Scope): void {
  if (text.length >= limits.textPerStep) spend(scope, floor(text.length / limits.textPerStep));
}

/** SPEC, "Operators": two numbers or two strings, else nothing holds. */
export function less(left: Value, right: Value): boolean {
  if (typeof left === "number") return typeof right === "number" && left < right;
  return typeof left === "string" && typeof right === "string" && left < right;
}

export function lessOrEqual(left: Value, right: Value): boolean {
  if (typeof left === "number") return typeof right === "number" && left <= right;
  return typeof left === "string" && typeof right === "string" && left <= right;
}

/** SPEC, "Operators". */
export function isMember(item: Value, list: Value, scope: Scope): boolean {
  if (typeof list !== "object" || list === null) return false;
  if (typeof item !== "object" && item !== undefined && isSealedList(list)) return isAmong(item, list, scope);
  if (!isList(list)) return false;
  for (let i = 0; i < list.length; i++) {
    if (equalPair(item, lookup(list, i), scope, 0)) return true;
  }
  return false;
}

/** The same for a string, number or boolean, which is equal to itself only. Elements are paid for together. */
function isAmong(item: string | number | boolean, list: readonly JsonValue[], scope: Scope): boolean {
  const perText = typeof item === "string" ? floor(item.length / limits.textPerStep) : 0;
  const affordable = min(list.length, scope.steps);
  for (let i = 0; i < affordable; i++) {
    const element = list[i];
    if (perText > 0) payForTexts(item, element, scope);
    if (element === item) {
      spend(scope, i + 1);
      return true;
    }
  }
  spend(scope, list.length);
  return false;
}

/** SPEC, "Methods", `size`. */
export function size(value: Value): Value {
  if (typeof value === "string" || isList(value)) return value.length;
  return typeof value === "object" && value !== null ? ownKeys(value).length : undefined;
}

/** Inside a loop the keys of an object cost steps. */
export function sizeInLoop(value: Value, scope: Scope): Value {
  const found = size(value);
  if (typeof found === "number" && typeof value === "object" && !isList(value)) spend(scope, found);
  return found;
}
