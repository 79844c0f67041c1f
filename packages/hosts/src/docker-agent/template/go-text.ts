import { type JsonObject, type JsonValue, isList } from "@gatehouse-hooks/json";

/** A value as Go's templates print it: strings as they are, lists as `[a b]`, objects as `map[key:value]`. */
export function goText(value: JsonValue | undefined): string {
  if (value === undefined) return "<no value>";
  if (value === null) return "<nil>";
  if (isList(value)) return `[${value.map((item) => goText(item)).join(" ")}]`;
  if (typeof value !== "object") return String(value);
  return `map[${sortedEntries(value)
    .map(([key, item]) => `${key}:${goText(item)}`)
    .join(" ")}]`;
}

/** A value as Go writes JSON: keys sorted, no blanks, and nothing that could end a tag. */
export function goJson(value: JsonValue | undefined): string {
  return JSON.stringify(sorted(value ?? null)).replace(/[<>&\u2028\u2029]/g, escaped);
}

/** Whether a condition holds for the value: not for empty strings, lists and objects, nor for zero, false and null. */
export function goTruth(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** The first bytes of a string as UTF-8, and `…` when there were more. A character is not cut in two. Zero or less: all of it. */
export function goTruncate(bytes: number, text: string): string {
  const encoded = new TextEncoder().encode(text);
  if (bytes <= 0 || encoded.length <= bytes) return text;
  return `${new TextDecoder().decode(encoded.subarray(0, bytes), { stream: true })}…`;
}

function sorted(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(sortedEntries(value).map(([key, item]) => [key, sorted(item)]));
}

function sortedEntries(value: JsonObject): readonly (readonly [string, JsonValue])[] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
