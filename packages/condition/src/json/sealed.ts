import type { JsonObject, JsonValue } from "../json-value.js";

/**
 * Marks an object as made here: only the constructor puts the private field on, and no proxy passes it on.
 * Its prototype inherits from nothing, so no change of `Object.prototype` ever shows through.
 */
class SealedObject {
  readonly #sealed = true;

  static is(value: object): boolean {
    return #sealed in value && value.#sealed;
  }
}
Object.setPrototypeOf(SealedObject.prototype, null);
Reflect.deleteProperty(SealedObject.prototype, "constructor");
Object.freeze(SealedObject.prototype);

const { constructor: _, ...arrayMethods } = Object.getOwnPropertyDescriptors(Array.prototype);

/** What sealed lists inherit: the array methods as they were when this module loaded, and nothing else. */
const listPrototype: object = Object.freeze(Object.create(null, arrayMethods) as object);

/** An object under construction. */
export type Draft = Record<string, JsonValue>;

/** A new object of the sealed form. INVARIANT: it is frozen, with everything in it, before anybody else sees it. */
export function newSealedObject(): Draft {
  return new SealedObject() as object as Draft;
}

/** The given array as a sealed list: nothing but array methods is inherited, and it is frozen. */
export function sealList(items: JsonValue[]): readonly JsonValue[] {
  return Object.freeze(Object.setPrototypeOf(items, listPrototype) as JsonValue[]);
}

/** Was this value made by `sealJson` or `parseJson`? Then it is a JSON object that nobody can change. */
export function isSealed(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && SealedObject.is(value);
}

/** Is this what plain or sealed arrays inherit? */
export function isListPrototype(prototype: unknown): boolean {
  return prototype === Array.prototype || prototype === listPrototype;
}
