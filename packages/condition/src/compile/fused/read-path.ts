import type { JsonObject } from "../../json-value.js";
import type { Value } from "../../lookup.js";

/** The value at a path of plain keys in a sealed event: plain reads, since sealed values inherit nothing there. */
export function readPath(event: JsonObject, path: readonly (string | number)[]): Value {
  let value: Value = event;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}
