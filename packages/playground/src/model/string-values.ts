/** A string that is a value in a JSON text. */
interface StringValue {
  readonly value: string;
  /** Where its literal begins, UTF-16 code units, and how long it is. */
  readonly offset: number;
  readonly length: number;
}

/** A string, and whether it is a key: then a colon follows. */
const STRING = /"(?:[^"\\]|\\.)*"(?<key>\s*:)?/gs;

/** The strings that are values in a JSON text, in their order; what is no JSON has those that can be read. */
export function stringValues(text: string): readonly StringValue[] {
  return [...text.matchAll(STRING)].flatMap(({ 0: found, index, groups }) => {
    if (groups?.["key"] !== undefined) return [];
    const value = readString(found);
    return value === undefined ? [] : [{ value, offset: index, length: found.length }];
  });
}

function readString(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === "string" ? value : undefined;
  } catch {
    // An escape that JSON does not have.
    return undefined;
  }
}
