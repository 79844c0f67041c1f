import type { JsonObject } from "@gatehouse-hooks/json";

/** A JSON Schema for each of the fields whose type is documented. */
export type FieldTypes = Readonly<Record<string, JsonObject>>;

export const TEXT: JsonObject = { type: "string" };
export const NUMBER: JsonObject = { type: "number" };
export const FLAG: JsonObject = { type: "boolean" };

/** A list of such elements. */
export function listOf(items: JsonObject): JsonObject {
  return { type: "array", items };
}

export const TEXTS: JsonObject = listOf(TEXT);

/** One of these strings. */
export function oneOfStrings(...constants: readonly string[]): JsonObject {
  return { enum: constants };
}

/** An object of these fields. */
export function object(properties: FieldTypes): JsonObject {
  return { type: "object", properties };
}
