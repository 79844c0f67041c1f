/**
 * A copy that has what the object itself has, and inherits nothing: an option that was not given stays missing, whatever
 * becomes of `Object.prototype`.
 */
export function ownProperties<T extends object>(given: T): T {
  return Object.assign(Object.create(null) as T, given);
}

/** For listeners that are called once. Node reads these options with what they inherit. */
export const ONCE: { readonly once: true } = Object.freeze(ownProperties({ once: true as const }));
