import type { JsonObject, JsonValue } from "@gatehouse-hooks/json";

/** A field of a row, if it is an own property. */
export function field(row: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}
