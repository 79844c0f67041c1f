import { isArray } from "./intrinsics/intrinsics.js";
import type { JsonObject, JsonValue } from "./json-value.js";

/** True for objects with properties to read: not null, not a list. Says nothing about prototypes; read own properties only. */
export function isRecord(value: JsonValue | undefined): value is JsonObject;
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>>;
export function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !isArray(value);
}
