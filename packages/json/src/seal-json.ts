import {
  arrayPrototype,
  freeze,
  getOwnPropertyDescriptor,
  getOwnPropertyNames,
  getOwnPropertySymbols,
  getPrototypeOf,
  hasOwn,
  isArray,
  isFinite,
  isWellFormed,
  keys,
  objectPrototype,
  reflectOwnKeys,
  slice,
} from "./intrinsics/intrinsics.js";
import type { JsonObject, JsonValue, SealedObject } from "./json-value.js";
import { quote } from "./quote.js";
import { issueOf, NOT_OBJECT, Refusal, refusedResult, sealed } from "./json-issue.js";
import type { JsonResult } from "./json-issue.js";
import { resolveJsonOptions } from "./json-limits.js";
import type { JsonOptions } from "./json-limits.js";
import { inheritsNothing, isRecord, ownOption } from "./own.js";
import { isArrayPrototype, isObjectPrototype } from "./plain-prototype.js";
import {
  isListPrototype,
  isPlainData,
  isSealed,
  newSealedList,
  newSealedObject,
  NO_ITEMS,
} from "./sealed.js";

/** How a JavaScript value is read. */
export interface SealOptions extends JsonOptions {
  /**
   * Tells proxies apart, for example `util.types.isProxy` of Node. With it proxies are refused; without it their
   * answers are copied once (the language has no test for a proxy).
   */
  readonly isProxy?: (value: object) => boolean;
}

/**
 * Checks and copies a JavaScript value into sealed JSON: deeply frozen, inheriting no data, so that no later change
 * of the original, of `Object.prototype` or of a getter can change an answer.
 *
 * Accepted: null, booleans, finite numbers (-0 becomes 0), well-formed strings, arrays without holes and extras,
 * plain objects of any realm and prototype-less ones, with enumerable data properties under string keys. A property that is `undefined` is
 * left out. Everything else is refused with an issue; getters are not called, and nothing is ever thrown.
 *
 * A sealed object is returned as it is. Sealed lists keep the array methods.
 */
export function sealJson(value: unknown, options?: SealOptions): JsonResult<JsonValue> {
  if (isSealed(value)) return sealed<JsonValue>(value);
  try {
    const { maxNodes, maxDepth, keepSurrogates } = resolveJsonOptions(options);
    // Not spread into it: counting in an object that was made so costs four times as much as all the rest.
    const sealer: Sealer = {
      nodes: 0,
      maxNodes,
      maxDepth,
      keepSurrogates,
      isProxy: ownOption(options, "isProxy"),
      isPlain: isRecord(value) && isPlainData(value),
    };
    return sealed(seal(sealer, value, 0));
  } catch (error) {
    return refusedResult(
      issueOf(
        error instanceof Refusal
          ? placed(error)
          : new Refusal("json-not-plain", "a value that cannot be read"),
      ),
    );
  }
}

/** Like `sealJson`; the value must be an object. */
export function sealJsonObject(value: unknown, options?: SealOptions): JsonResult<SealedObject> {
  const result = sealJson(value, options);
  if (result.issue !== undefined) return result;
  return isSealed(result.value) ? sealed(result.value) : refusedResult(NOT_OBJECT);
}

interface Sealer {
  nodes: number;
  readonly maxNodes: number;
  readonly maxDepth: number;
  readonly keepSurrogates: boolean;
  readonly isProxy: ((value: object) => boolean) | undefined;
  /** There are only data properties. */
  readonly isPlain: boolean;
}

function refuseValue(code: string, message: string): never {
  throw new Refusal(code, message);
}

function refuseForm(message: string): never {
  return refuseValue("json-not-plain", message);
}

/** The refusal with the path to its value, as the levels have put it together. */
function placed(refusal: Refusal): Refusal {
  const { code, message, path } = refusal;
  if (path === "") return refusal;
  return new Refusal(code, `${message} at ${quote(path[0] === "." ? slice(path, 1) : path)}`);
}

/** Puts a key before the path of what was refused. Only a refusal pays for its path. */
function within(key: string | number | undefined, error: unknown): unknown {
  if (key !== undefined && error instanceof Refusal)
    error.path = (typeof key === "number" ? `[${key}]` : `.${key}`) + error.path;
  return error;
}

function seal(sealer: Sealer, value: unknown, depth: number): JsonValue {
  if (++sealer.nodes > sealer.maxNodes) refuseCount(sealer);
  return typeof value === "object" && value !== null
    ? sealMembers(sealer, value, depth)
    : sealPrimitive(sealer, value);
}

function sealPrimitive(sealer: Sealer, value: unknown): JsonValue {
  switch (typeof value) {
    case "string":
      requireWellFormed(sealer, value);
      return value;
    case "boolean":
      return value;
    case "number":
      if (!isFinite(value)) refuseValue("json-number", "a number that is not finite");
      return value === 0 ? 0 : value;
    case "object":
      return null;
    default:
      return refuseForm(`expected JSON data, found a value of type ${typeof value}`);
  }
}

function sealMembers(sealer: Sealer, value: object, depth: number): JsonObject | readonly JsonValue[] {
  if (isProxy(sealer, value)) refuseForm("a proxy");
  if (depth >= sealer.maxDepth)
    refuseValue("json-too-deep", `nested deeper than ${sealer.maxDepth} levels, or part of itself,`);
  return isArray(value) ? sealArray(sealer, value, depth + 1) : sealObject(sealer, value, depth + 1);
}

function refuseCount({ maxNodes }: Sealer): never {
  return refuseValue("json-too-many", `more than ${maxNodes} values`);
}

function requireWellFormed(sealer: Sealer, text: string): void {
  if (!isWellFormed(text) && !sealer.keepSurrogates)
    refuseValue("json-lone-surrogate", "a string with half of a surrogate pair");
}

/**
 * The checks of a whole object are in separate functions, and strings, the most frequent members, are handled in the loop:
 * V8 then compiles a small loop, which is twice as fast.
 */
function sealObject(sealer: Sealer, object: object, depth: number): JsonObject {
  const own = keys(object);
  if (!sealer.isPlain) {
    requirePlain(sealer, object);
    requireOnly(sealer, object, own.length);
  }
  const copy = newSealedObject();
  let place: string | undefined;
  try {
    for (let i = 0; i < own.length; i++) {
      const key = own[i] ?? "";
      // A bad key is said of the object that has it.
      place = undefined;
      requireWellFormed(sealer, key);
      place = key;
      const member = dataOf(sealer, object, key);
      if (typeof member === "string") {
        if (++sealer.nodes > sealer.maxNodes) refuseCount(sealer);
        requireWellFormed(sealer, member);
        copy[key] = member;
      } else if (member !== undefined) copy[key] = seal(sealer, member, depth);
    }
  } catch (error) {
    throw within(place, error);
  }
  return freeze(copy);
}

function requirePlain(sealer: Sealer, object: object): void {
  const prototype = getPrototypeOf(object);
  if (prototype === objectPrototype || inheritsNothing(prototype) || isSealed(object)) return;
  if (isProxy(sealer, prototype) || !isObjectPrototype(prototype)) refuseForm("an object that is not plain");
}

/** Refuses an object with other properties than those under `members` keys. */
function requireOnly(sealer: Sealer, object: object, members: number): void {
  requireRoom(sealer, members);
  // Two lists that are nearly always as short as expected cost less than one look at every property's `enumerable`.
  if (getOwnPropertySymbols(object).length > 0) refuseForm("a property with a symbol as key");
  if (getOwnPropertyNames(object).length > members) refuseForm("a hidden property");
}

function sealArray(sealer: Sealer, array: readonly unknown[], depth: number): readonly JsonValue[] {
  const length = array.length;
  requireRoom(sealer, length);
  if (!sealer.isPlain) requirePlainList(sealer, array, length);
  if (length === 0) return NO_ITEMS;
  const items = newSealedList();
  let at = 0;
  try {
    for (; at < length; at++) items[at] = seal(sealer, dataOf(sealer, array, at), depth);
  } catch (error) {
    throw within(at, error);
  }
  return freeze(items);
}

function requirePlainList(sealer: Sealer, array: readonly unknown[], length: number): void {
  const prototype = getPrototypeOf(array);
  const plain = prototype === arrayPrototype || isListPrototype(prototype);
  if (!plain && (prototype === null || isProxy(sealer, prototype) || !isArrayPrototype(prototype)))
    refuseForm("a list that is not plain");
  // INVARIANT: own keys are the indices and `length`; so no hole, no extra property, no symbol.
  if (reflectOwnKeys(array).length !== length + 1) {
    refuseForm("a list with holes or extra properties");
  }
}

/** Without the test nothing is known to be one. */
function isProxy(sealer: Sealer, value: object): boolean {
  return sealer.isProxy?.(value) === true;
}

/** Refuses a huge object before its members are visited. */
function requireRoom(sealer: Sealer, members: number): void {
  if (sealer.nodes + members > sealer.maxNodes) refuseCount(sealer);
}

/** What an own data property holds; a getter is not called. */
function dataOf(sealer: Sealer, object: object, key: string | number): unknown {
  if (sealer.isPlain) return (object as Readonly<Record<string | number, unknown>>)[key];
  const descriptor = getOwnPropertyDescriptor(object, key);
  if (descriptor === undefined) return refuseForm("a list with holes");
  // Only accessors have a `get`, unless `Object.prototype` has one for all: then the slow question answers.
  if ("get" in descriptor && !hasOwn(descriptor, "value")) refuseForm("a getter");
  return descriptor.value;
}
