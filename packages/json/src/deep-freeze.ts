/** Freezes a value and everything in it. Depth is bounded: the value has been through the boundary. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    const members: readonly unknown[] = Object.values(value);
    for (const member of members) deepFreeze(member);
  }
  return value;
}
