import type { JsonObject, JsonValue, SealedObject } from "../json-value.js";
import { quote } from "../quote.js";
import { issueOf, Refusal } from "./json-issue.js";
import type { JsonResult } from "./json-issue.js";
import { resolveOptions } from "./limits.js";
import type { JsonOptions, ResolvedOptions } from "./limits.js";
import { inheritsNothing } from "./own-record.js";
import { isListPrototype, isSealed, newSealedObject, sealList } from "./sealed.js";

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
 * plain or prototype-less objects with enumerable data properties under string keys. A property that is `undefined` is
 * left out. Everything else is refused with an issue; getters are not called, and nothing is ever thrown.
 *
 * A sealed object is returned as it is. Sealed lists keep the array methods.
 */
export function sealJson(value: unknown, options?: SealOptions): JsonResult<JsonValue> {
  if (isSealed(value)) return { value };
  try {
    const sealer: Sealer = {
      nodes: 0,
      options: resolveOptions(options),
      isProxy: options?.isProxy,
      path: [],
    };
    return { value: seal(sealer, value, 0) };
  } catch (error) {
    return {
      issue: issueOf(
        error instanceof Refusal ? error : new Refusal("json-not-plain", "a value that cannot be read"),
      ),
    };
  }
}

/** Like `sealJson`; the value must be an object. */
export function sealJsonObject(value: unknown, options?: SealOptions): JsonResult<SealedObject> {
  const sealed = sealJson(value, options);
  if (sealed.issue !== undefined || isSealed(sealed.value)) return sealed as JsonResult<SealedObject>;
  return { issue: { severity: "error", code: "json-not-object", message: "expected a JSON object" } };
}

interface Sealer {
  nodes: number;
  readonly options: ResolvedOptions;
  readonly isProxy: ((value: object) => boolean) | undefined;
  readonly path: (string | number)[];
}

const LONE_SURROGATE = /[\ud800-\udfff]/u;

function refuse(sealer: Sealer, code: string, message: string): never {
  const where = sealer.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");
  throw new Refusal(code, where === "" ? message : `${message} at ${quote(where.replace(/^\./, ""))}`);
}

function seal(sealer: Sealer, value: unknown, depth: number): JsonValue {
  count(sealer, 1);
  switch (typeof value) {
    case "string":
      return sealString(sealer, value);
    case "boolean":
      return value;
    case "number":
      if (!Number.isFinite(value)) refuse(sealer, "json-number", "a number that is not finite");
      return value === 0 ? 0 : value;
    case "object":
      if (value === null) return null;
      if (sealer.isProxy?.(value) === true) refuse(sealer, "json-not-plain", "a proxy");
      if (depth >= sealer.options.maxDepth) {
        refuse(
          sealer,
          "json-too-deep",
          `nested deeper than ${sealer.options.maxDepth} levels, or part of itself,`,
        );
      }
      return Array.isArray(value)
        ? sealArray(sealer, value, depth + 1)
        : sealObject(sealer, value, depth + 1);
    default:
      return refuse(sealer, "json-not-plain", `expected JSON data, found a value of type ${typeof value}`);
  }
}

function count(sealer: Sealer, nodes: number): void {
  sealer.nodes += nodes;
  if (sealer.nodes > sealer.options.maxNodes) {
    refuse(sealer, "json-too-many", `more than ${sealer.options.maxNodes} values`);
  }
}

function sealString(sealer: Sealer, text: string): string {
  if (!sealer.options.keepSurrogates && LONE_SURROGATE.test(text)) {
    refuse(sealer, "json-lone-surrogate", "a string with half of a surrogate pair");
  }
  return text;
}

function sealObject(sealer: Sealer, object: object, depth: number): JsonObject {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && !inheritsNothing(prototype) && !isSealed(object)) {
    refuse(sealer, "json-not-plain", "an object that is not plain");
  }
  const keys = Object.keys(object);
  requireRoom(sealer, keys.length);
  // Two lists that are nearly always as short as expected cost less than one look at every property's `enumerable`.
  if (Object.getOwnPropertySymbols(object).length > 0)
    refuse(sealer, "json-not-plain", "a property with a symbol as key");
  if (Object.getOwnPropertyNames(object).length > keys.length)
    refuse(sealer, "json-not-plain", "a hidden property");
  const copy = newSealedObject();
  for (const key of keys) {
    sealer.path.push(sealString(sealer, key));
    const member = dataOf(sealer, object, key);
    if (member !== undefined) copy[key] = seal(sealer, member, depth);
    sealer.path.pop();
  }
  return Object.freeze(copy);
}

function sealArray(sealer: Sealer, array: readonly unknown[], depth: number): readonly JsonValue[] {
  if (!isListPrototype(Object.getPrototypeOf(array)))
    refuse(sealer, "json-not-plain", "a list that is not plain");
  const length = array.length;
  requireRoom(sealer, length);
  // INVARIANT: own keys are the indices and `length`; so no hole, no extra property, no symbol.
  if (Reflect.ownKeys(array).length !== length + 1) {
    refuse(sealer, "json-not-plain", "a list with holes or extra properties");
  }
  const items: JsonValue[] = [];
  for (let i = 0; i < length; i++) {
    sealer.path.push(i);
    items.push(seal(sealer, dataOf(sealer, array, i), depth));
    sealer.path.pop();
  }
  return sealList(items);
}

/** Refuses a huge object before its members are visited. */
function requireRoom(sealer: Sealer, members: number): void {
  if (sealer.nodes + members > sealer.options.maxNodes) {
    refuse(sealer, "json-too-many", `more than ${sealer.options.maxNodes} values`);
  }
}

function dataOf(sealer: Sealer, object: object, key: string | number): unknown {
  const descriptor = Reflect.getOwnPropertyDescriptor(object, key);
  if (descriptor === undefined) return refuse(sealer, "json-not-plain", "a list with holes");
  if (!Object.hasOwn(descriptor, "value")) return refuse(sealer, "json-not-plain", "a getter");
  return descriptor.value;
}
