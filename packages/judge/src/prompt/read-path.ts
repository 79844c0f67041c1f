import type { JsonValue } from "@gatehouse-hooks/json";

/** The value at a path such as `params.command` or `items.0`: own properties only; `undefined` when it is missing. */
export function readPath(context: JsonValue, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = context;
  for (const key of path.split(".")) {
    value = readOwn(value, key);
    if (value === undefined) return undefined;
  }
  return value;
}

function readOwn(value: JsonValue, key: string): JsonValue | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    // `length` is an own property too, but not an element.
    return items[Number(key)];
  }
  return (value as Readonly<Record<string, JsonValue>>)[key];
}
