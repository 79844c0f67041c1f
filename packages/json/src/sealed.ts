import { Given } from "./intrinsics/given.js";
import { execute } from "./intrinsics/intrinsics.js";
import type { JsonValue, SealedObject as Sealed } from "./json-value.js";

/**
 * Marks an object as made here: only the constructor puts the private field on, and no proxy passes it on.
 * Its prototype inherits from nothing, so no change of `Object.prototype` ever shows through.
 */
class SealedObject {
  [key: string]: JsonValue;

  // oxlint-disable-next-line no-unused-private-class-members -- a brand: `in` asks for it, and no value is read
  readonly #sealed = true;

  static is(value: object): boolean {
    return #sealed in value;
  }

  static isEvent(value: object): boolean {
    return #sealed in value;
  }
}
Object.freeze(emptied(SealedObject.prototype));

/** Takes what a prototype has and inherits. */
function emptied(prototype: object): object {
  Reflect.deleteProperty(prototype, "constructor");
  Object.setPrototypeOf(prototype, null);
  return prototype;
}

/** The same mark for lists. */
class SealedList extends Array<JsonValue> {
  // oxlint-disable-next-line no-unused-private-class-members -- a brand: `in` asks for it, and no value is read
  readonly #sealed = true;

  /** Written out: an implicit one may pass its arguments on by the iterator of `Array.prototype`. */
  // oxlint-disable-next-line no-useless-constructor
  constructor() {
    super();
  }

  static is(value: object): boolean {
    return #sealed in value;
  }
}

const { constructor: _, ...arrayMethods } = Object.getOwnPropertyDescriptors(Array.prototype);

/** What sealed lists inherit: the array methods as they were when this module loaded, and nothing else. */
const listPrototype: object = Object.freeze(
  Object.defineProperties(emptied(SealedList.prototype), arrayMethods),
);

/** Marks an object whose maker says that it and all in it are own data properties. */
class PlainData extends Given {
  // oxlint-disable-next-line no-unused-private-class-members -- a brand: `in` asks for it, and no value is read
  readonly #plain = true;

  // oxlint-disable-next-line no-useless-constructor
  constructor(made: object) {
    super(made);
  }

  static is(value: object): boolean {
    return #plain in value;
  }
}

/**
 * Says of an object that was made here that there is no getter, proxy, class or symbol in it, so that sealing it need not look for them: that
 * is most of the work.
 *
 * @param made not frozen, and not marked before
 */
export function plainData<T extends object>(made: T): T {
  return new PlainData(made) as T;
}

/** Was it marked by `plainData`? */
export function isPlainData(value: object): boolean {
  return PlainData.is(value);
}

/** An object under construction. */
export type Draft = Record<string, JsonValue>;

/** A new object of the sealed form. INVARIANT: it is frozen, with everything in it, before other code sees it. */
export function newSealedObject(): Draft {
  return new SealedObject();
}

/**
 * A new list of the sealed form, which inherits nothing but array methods. INVARIANT: it is frozen, with everything in
 * it, before other code sees it.
 */
export function newSealedList(): JsonValue[] {
  return new SealedList();
}

/** A list with nothing in it is like any other. */
export const NO_ITEMS: readonly JsonValue[] = Object.freeze(new SealedList());

/** Was this value made by `sealJson` or `parseJson`? Then it is an immutable JSON object. */
export function isSealed(value: unknown): value is Sealed {
  return typeof value === "object" && value !== null && SealedObject.is(value);
}

/**
 * The same question about an event, for compiled conditions. A separate place in the source: V8 learns there the few
 * shapes that events have, which the shapes of everything inside of them would drown.
 */
export function isSealedEvent(value: unknown): value is Sealed {
  return typeof value === "object" && value !== null && SealedObject.isEvent(value);
}

/** Is this a list that `sealJson` or `parseJson` made? */
export function isSealedList(value: object): value is readonly JsonValue[] {
  return SealedList.is(value);
}

/** Is this what sealed arrays inherit? */
export function isListPrototype(prototype: unknown): boolean {
  return prototype === listPrototype;
}

/**
 * May this key be read with `value[key]` of every sealed object and of every sealed list, and gives what `lookup`
 * gives? Objects inherit nothing. Lists inherit the array methods, and have their elements under strings too.
 */
export function isPlainKey(key: string | number): boolean {
  return (
    key === "length" || (!(key in listPrototype) && (typeof key === "number" || execute(INDEX, key) === null))
  );
}

const INDEX = /^\d+$/;
