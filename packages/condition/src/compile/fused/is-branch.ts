import type { JsonObject, Value } from "@gatehouse-hooks/json";

/** May a path go on below this value? Sealed objects and lists inherit nothing under a plain key, but strings do. */
export function isBranch(value: Value): value is JsonObject {
  return typeof value === "object" && value !== null;
}
