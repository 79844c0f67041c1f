const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const ESCAPE = /\\(u[0-9a-fA-F]{4}|[^])/g;
const NAMED: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** Is this string token a raw one, `r"…"`? */
export function isRaw(image: string): boolean {
  return image.startsWith("r");
}

/**
 * The text of a string token: JSON's escapes, and any other escaped character is itself (SPEC, "Escapes"); a raw string
 * is what is between its quotes.
 */
export function readString(image: string): string {
  if (isRaw(image)) return image.slice(2, -1);
  const text = image.slice(1, -1);
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPE, (_, escaped: string) => {
    if (escaped.length > 1) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return NAMED.get(escaped) ?? escaped;
  });
}

/** The value of a number token, or why it is invalid (a clause for a message) and what to write. */
export function readNumber(
  image: string,
): { readonly value: number } | { readonly problem: string; readonly cure: string } {
  if (!JSON_NUMBER.test(image)) {
    return { problem: "is not a number", cure: "write numbers as in JSON, for example `3`, `-0.5` or `1e6`" };
  }
  const value = Number(image);
  if (!Number.isFinite(value)) return { problem: "is out of range", cure: "use a smaller number" };
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return { problem: "cannot be kept exactly", cure: "whole numbers go up to 9007199254740991" };
  }
  return { value: value === 0 ? 0 : value };
}
