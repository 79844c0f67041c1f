import {
  arrayPrototype,
  defineProperty,
  getPrototypeOf,
  objectPrototype,
  setPrototypeOf,
} from "./intrinsics.js";

/** A new internal list: it inherits nothing, so no setter of `Array.prototype` sees what is put in. */
export function newList<T>(): T[] {
  const list: T[] = [];
  return setPrototypeOf(list, null);
}

/** Appends a value to an ordinary array, which a caller keeps. */
export function append<T>(list: T[], value: T): void {
  const at = list.length;
  // A definition takes forty times as long, and is the same where no prototype has the index: there is no proxy above these two.
  if (at in list || getPrototypeOf(arrayPrototype) !== objectPrototype) {
    // No prototype, since `get` and `set` are read of it.
    const descriptor = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
    defineProperty(list, at, descriptor);
  } else list[at] = value;
}

/** The results, in a list that inherits nothing. */
export function mapList<T, R>(list: readonly T[], make: (item: T, at: number) => R): readonly R[] {
  const made = newList<R>();
  for (let i = 0; i < list.length; i++) made[i] = make(list[i] as T, i);
  return made;
}

export function some<T>(list: readonly T[], holds: (item: T) => boolean): boolean {
  for (let i = 0; i < list.length; i++) if (holds(list[i] as T)) return true;
  return false;
}

export function every<T>(list: readonly T[], holds: (item: T) => boolean): boolean {
  for (let i = 0; i < list.length; i++) if (!holds(list[i] as T)) return false;
  return true;
}

/** From the last to the first. */
export function foldRight<T, R>(list: readonly T[], start: R, join: (after: R, item: T, at: number) => R): R {
  let result = start;
  for (let i = list.length; i-- > 0;) result = join(result, list[i] as T, i);
  return result;
}

/** The items from `start` up to `end`, without it. */
export function part<T>(list: readonly T[], start: number, end: number = list.length): readonly T[] {
  const items = newList<T>();
  for (let i = start; i < end && i < list.length; i++) items[i - start] = list[i] as T;
  return items;
}
