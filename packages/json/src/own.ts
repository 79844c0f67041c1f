import { create, getOwnPropertyDescriptor, hasOwn, isArray } from "./intrinsics/intrinsics.js";
import type { JsonObject, JsonValue } from "./json-value.js";

/** An option that was given: what options inherit is not one, whatever `Object.prototype` holds. */
export function ownOption<T extends object, K extends keyof T>(
  options: T | undefined,
  key: K,
): T[K] | undefined {
  return options !== undefined && hasOwn(options, key) ? options[key] : undefined;
}

/**
 * A copy that has what the object itself has, and inherits nothing: an option that was not given stays missing, whatever
 * becomes of `Object.prototype`.
 */
export function ownProperties<T extends object>(given: T): T {
  return Object.assign(create(null), given);
}

/** For listeners that are called once. Node reads these options with what they inherit. */
export const ONCE: { readonly once: true } = Object.freeze(ownProperties({ once: true as const }));

/** What records inherit: nothing. An object of its own, since V8 keeps objects without a prototype as slow tables. */
const nothing: object = Object.freeze(create(null));

/**
 * A copy that has what the object itself has, and inherits nothing: what it lacks stays missing, whatever becomes of
 * `Object.prototype`. For policies, verdicts, options; members are taken as they are.
 *
 * @example "constructor" in ownRecord({ a: 1 }) // false
 */
export function ownRecord<T extends object>(members: T): T {
  return Object.assign(create(nothing), members);
}

/** Is this what objects without a prototype, or records, inherit? */
export function inheritsNothing(prototype: object | null): prototype is null {
  return prototype === null || prototype === nothing;
}

/** A property that the record itself has; what it inherits is missing. */
export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined;
/** The same of any value; one that is not an object has none. */
export function own(value: JsonValue | undefined, key: string): JsonValue | undefined;
export function own(value: unknown, key: string): unknown;
export function own(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

/** What an own data property holds: no getter is called, and the traps of a proxy may throw. */
export function ownDatum(object: object, key: string | number): unknown {
  const descriptor = getOwnPropertyDescriptor(object, key);
  if (descriptor !== undefined && hasOwn(descriptor, "value")) return descriptor.value;
  return undefined;
}

/** True for objects with properties to read: not null, not a list. Says nothing about prototypes; read own properties only. */
export function isRecord(value: JsonValue | undefined): value is JsonObject;
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>>;
export function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !isArray(value);
}

/** A list, and not the proxy of one that was revoked. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[];
export function isList(value: unknown): value is readonly unknown[];
export function isList(value: unknown): boolean {
  try {
    return isArray(value);
  } catch {
    return false;
  }
}

/** The item, which is there: INVARIANT: it was read below the length of a list whose items are all defined. */
export function existing<T>(item: T | undefined): T {
  if (item === undefined) throw new RangeError("expected an item of the list");
  return item;
}
