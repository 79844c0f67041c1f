import {
  arrayPrototype,
  execute,
  freeze,
  getOwnPropertyDescriptor,
  getOwnPropertyNames,
  getOwnPropertySymbols,
  getPrototypeOf,
  hasOwn,
  isArray,
  isFinite,
  keys,
  objectPrototype,
  reflectOwnKeys,
  slice,
} from "./intrinsics/intrinsics.js";
import type { JsonObject, JsonValue, SealedObject } from "./json-value.js";
import { newList } from "./intrinsics/list.js";
import { quote } from "./quote.js";
import { issueOf, Refusal, refused, sealed } from "./json-issue.js";
import type { JsonResult } from "./json-issue.js";
import { resolveOptions } from "./json-limits.js";
import type { JsonOptions, ResolvedJsonOptions } from "./json-limits.js";
import { inheritsNothing, ownOption } from "./own.js";
import { isArrayPrototype, isObjectPrototype } from "./plain-prototype.js";
import { isListPrototype, isSealed, newSealedList, newSealedObject } from "./sealed.js";

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
    const sealer: Sealer = {
      nodes: 0,
      options: resolveOptions(options),
      isProxy: ownOption(options, "isProxy"),
      path: newList(),
      level: 0,
    };
    return sealed(seal(sealer, value, 0));
  } catch (error) {
    return refused(
      issueOf(
        error instanceof Refusal ? error : new Refusal("json-not-plain", "a value that cannot be read"),
      ),
    );
  }
}

/** Like `sealJson`; the value must be an object. */
export function sealJsonObject(value: unknown, options?: SealOptions): JsonResult<SealedObject> {
  const result = sealJson(value, options);
  if (result.issue !== undefined || isSealed(result.value)) return result as JsonResult<SealedObject>;
  return refused({ severity: "error", code: "json-not-object", message: "expected a JSON object" });
}

interface Sealer {
  nodes: number;
  readonly options: ResolvedJsonOptions;
  readonly isProxy: ((value: object) => boolean) | undefined;
  /** The keys down to the value that is looked at, as many as `level` says. */
  readonly path: (string | number)[];
  level: number;
}

const LONE_SURROGATE = /[\ud800-\udfff]/u;

function refuseValue(sealer: Sealer, code: string, message: string): never {
  let where = "";
  for (let i = 0; i < sealer.level; i++) {
    const key = sealer.path[i];
    where += typeof key === "number" ? `[${key}]` : `.${key}`;
  }
  throw new Refusal(
    code,
    where === "" ? message : `${message} at ${quote(where[0] === "." ? slice(where, 1) : where)}`,
  );
}

function seal(sealer: Sealer, value: unknown, depth: number): JsonValue {
  count(sealer, 1);
  switch (typeof value) {
    case "string":
      return sealString(sealer, value);
    case "boolean":
      return value;
    case "number":
      if (!isFinite(value)) refuseValue(sealer, "json-number", "a number that is not finite");
      return value === 0 ? 0 : value;
    case "object":
      if (value === null) return null;
      if (isProxy(sealer, value)) refuseValue(sealer, "json-not-plain", "a proxy");
      if (depth >= sealer.options.maxDepth) {
        refuseValue(
          sealer,
          "json-too-deep",
          `nested deeper than ${sealer.options.maxDepth} levels, or part of itself,`,
        );
      }
      return isArray(value) ? sealArray(sealer, value, depth + 1) : sealObject(sealer, value, depth + 1);
    default:
      return refuseValue(
        sealer,
        "json-not-plain",
        `expected JSON data, found a value of type ${typeof value}`,
      );
  }
}

function count(sealer: Sealer, nodes: number): void {
  sealer.nodes += nodes;
  if (sealer.nodes > sealer.options.maxNodes) {
    refuseValue(sealer, "json-too-many", `more than ${sealer.options.maxNodes} values`);
  }
}

function sealString(sealer: Sealer, text: string): string {
  if (!sealer.options.keepSurrogates && execute(LONE_SURROGATE, text) !== null) {
    refuseValue(sealer, "json-lone-surrogate", "a string with half of a surrogate pair");
  }
  return text;
}

function sealObject(sealer: Sealer, object: object, depth: number): JsonObject {
  const prototype = getPrototypeOf(object) as object | null;
  const plain = prototype === objectPrototype || inheritsNothing(prototype) || isSealed(object);
  if (!plain && (isProxy(sealer, prototype) || !isObjectPrototype(prototype))) {
    refuseValue(sealer, "json-not-plain", "an object that is not plain");
  }
  const own = keys(object);
  requireRoom(sealer, own.length);
  // Two lists that are nearly always as short as expected cost less than one look at every property's `enumerable`.
  if (getOwnPropertySymbols(object).length > 0)
    refuseValue(sealer, "json-not-plain", "a property with a symbol as key");
  if (getOwnPropertyNames(object).length > own.length)
    refuseValue(sealer, "json-not-plain", "a hidden property");
  const copy = newSealedObject();
  const { level } = sealer;
  for (let i = 0; i < own.length; i++) {
    const key = own[i] as string;
    // A bad key is said of the object that has it.
    sealer.level = level;
    sealer.path[level] = sealString(sealer, key);
    sealer.level = level + 1;
    const member = dataOf(sealer, object, key);
    if (member !== undefined) copy[key] = seal(sealer, member, depth);
  }
  sealer.level = level;
  return freeze(copy);
}

function sealArray(sealer: Sealer, array: readonly unknown[], depth: number): readonly JsonValue[] {
  const prototype = getPrototypeOf(array) as object | null;
  const plain = prototype === arrayPrototype || isListPrototype(prototype);
  if (!plain && (prototype === null || isProxy(sealer, prototype) || !isArrayPrototype(prototype)))
    refuseValue(sealer, "json-not-plain", "a list that is not plain");
  const length = array.length;
  requireRoom(sealer, length);
  // INVARIANT: own keys are the indices and `length`; so no hole, no extra property, no symbol.
  if (reflectOwnKeys(array).length !== length + 1) {
    refuseValue(sealer, "json-not-plain", "a list with holes or extra properties");
  }
  const items = newSealedList();
  const level = sealer.level++;
  for (let i = 0; i < length; i++) {
    sealer.path[level] = i;
    items[i] = seal(sealer, dataOf(sealer, array, i), depth);
  }
  sealer.level = level;
  return freeze(items);
}

/** Without the test nothing is known to be one. */
function isProxy(sealer: Sealer, value: object): boolean {
  return sealer.isProxy?.(value) === true;
}

/** Refuses a huge object before its members are visited. */
function requireRoom(sealer: Sealer, members: number): void {
  if (sealer.nodes + members > sealer.options.maxNodes) {
    refuseValue(sealer, "json-too-many", `more than ${sealer.options.maxNodes} values`);
  }
}

function dataOf(sealer: Sealer, object: object, key: string | number): unknown {
  const descriptor = getOwnPropertyDescriptor(object, key);
  if (descriptor === undefined) return refuseValue(sealer, "json-not-plain", "a list with holes");
  if (!hasOwn(descriptor, "value")) return refuseValue(sealer, "json-not-plain", "a getter");
  return descriptor.value;
}
