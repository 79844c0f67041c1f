import type { JsonObject } from "@gatehouse-hooks/json";
import type { Value } from "@gatehouse-hooks/json";

/** The value at a path of plain keys in a sealed event: plain reads, since sealed values inherit nothing there. */
export function readPath(event: JsonObject, path: readonly (string | number)[]): Value {
  let value: Value = event;
  for (let i = 0; i < path.length; i++) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as JsonObject)[path[i] as string | number];
  }
  return value;
}
