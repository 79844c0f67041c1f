import type { Issue, JsonObject, JsonValue } from "@gatehouse-hooks/json";

/** A row of input: a JSON object, or why it is not one. */
export type Row =
  | { readonly kind: "row"; readonly row: JsonObject }
  | { readonly kind: "refused"; readonly issue: Issue };

/** What the JSON reader answers. */
type Read = { readonly value: JsonValue } | { readonly issue: Issue };

/**
 * Only an object is a row.
 *
 * @param what for the message, for example `an event`
 */
export function rowOf(read: Read, what: string = "a row"): Row {
  if ("issue" in read) return { kind: "refused", issue: read.issue };
  const { value } = read;
  return typeof value !== "object" || value === null || Array.isArray(value)
    ? refusedRow("not-an-object", `${what} must be a JSON object`)
    : { kind: "row", row: value as JsonObject };
}

/** A line that is not a row. */
export function refusedRow(code: string, message: string): Row {
  return { kind: "refused", issue: { severity: "error", code, message } };
}

/** A field of a row, if it is an own property. */
export function field(row: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}
