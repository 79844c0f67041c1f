import { own } from "@gatehouse-hooks/json";

/** A string of an object of its own; `null` for anything else. */
export function textIn(record: object, field: string): string | null {
  const value: unknown = own(record, field);
  return typeof value === "string" ? value : null;
}

/** A number of an object of its own, which JSON can say; `null` for anything else. */
export function numberIn(record: object, field: string): number | null {
  const value: unknown = own(record, field);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A time as DuckDB reads it, from a text or milliseconds since 1970; `null` for what is none, or is far from our days. */
export function isoTime(at: string | number | null): string | null {
  const ms = typeof at === "string" ? Date.parse(at) : at;
  if (ms === null || !(Math.abs(ms) < 1e14)) return null;
  return new Date(ms).toISOString();
}
