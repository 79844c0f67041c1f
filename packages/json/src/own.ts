import { hasOwn } from "./intrinsics/intrinsics.js";

/** A property that the record itself has; what it inherits is missing. */
export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined;
/** The same of any value; one that is not an object has none. */
export function own(value: unknown, key: string): unknown;
export function own(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
