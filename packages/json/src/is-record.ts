import { isArray } from "./intrinsics/intrinsics.js";

/** True for objects with properties to read: not null, not a list. Says nothing about prototypes; read own properties only. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !isArray(value);
}
