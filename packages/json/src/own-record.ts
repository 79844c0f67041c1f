/** What records inherit: nothing. It is an object, since V8 keeps objects without a prototype as slow tables. */
const nothing: object = Object.freeze(Object.create(null) as object);

/**
 * A copy that has what the object itself has, and inherits nothing: what it lacks stays missing, whatever becomes of
 * `Object.prototype`. For policies, verdicts, options; members are taken as they are.
 *
 * @example "constructor" in ownRecord({ a: 1 }) // false
 */
export function ownRecord<T extends object>(members: T): T {
  return Object.assign(Object.create(nothing) as T, members);
}

/** Is this what objects without a prototype, or records, inherit? */
export function inheritsNothing(prototype: object | null): prototype is null {
  return prototype === null || prototype === nothing;
}
