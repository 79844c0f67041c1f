/** A place that breaks a rule. */
export interface Finding {
  /** `R1` to `R12`, or the name of a rule beside them. */
  readonly rule: string;
  /** The package; `docs`, `test` or `tools` for what is in none. */
  readonly of: string;
  /** The place, and what is wrong with it. */
  readonly says: string;
}

/** The package of a place, or its first folder. */
export function ownerOf(place: string): string {
  const [first = "", second = ""] = place.split("/");
  return first === "packages" && second !== "" ? second : place.includes("/") ? first : "root";
}

/** The values by a key of each, in their order. */
export function groups<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): ReadonlyMap<string, readonly Value[]> {
  const found = new Map<string, Value[]>();
  for (const value of values) {
    const group = found.get(keyOf(value));
    if (group === undefined) found.set(keyOf(value), [value]);
    else group.push(value);
  }
  return found;
}
