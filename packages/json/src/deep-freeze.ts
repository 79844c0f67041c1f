/**
 * Freezes a value and everything in it.
 *
 * @param value of bounded depth: it has been through the boundary. A part that is frozen already is not looked into
 * @returns the value itself
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    const members: readonly unknown[] = Object.values(value);
    for (const member of members) deepFreeze(member);
  }
  return value;
}
