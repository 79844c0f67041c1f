import type { Scalar } from "yaml";

/** Maps an offset in a scalar's value to its offset in the text that was parsed. */
export type OffsetMap = (valueOffset: number) => number;

/**
 * Where the characters of a scalar's value are in the text. Exact for plain and quoted scalars on one line and for
 * literal blocks (`|`); the start of the value for folded ones.
 */
export function scalarOffsets(text: string, node: Scalar): OffsetMap {
  const [start, end] = node.range ?? [0, 0];
  const raw = text.slice(start, end);
  const value = node.source ?? "";
  switch (node.type) {
    case "QUOTE_SINGLE":
      return exact(start, raw, value, singleQuoted(raw));
    case "QUOTE_DOUBLE":
      return exact(start, raw, value, doubleQuoted(raw));
    case "BLOCK_LITERAL":
      return exact(start, raw, value, literalBlock(raw));
    case "PLAIN":
      return raw === value ? (offset) => start + offset : () => start;
    default:
      return () => start;
  }
}

/** Uses the places only when there is one for each character of the value. */
function exact(start: number, raw: string, value: string, places: readonly number[]): OffsetMap {
  if (places.length < value.length || raw.length === 0) return () => start;
  return (offset) => start + (places[Math.min(offset, places.length - 1)] ?? 0);
}

function singleQuoted(raw: string): number[] {
  const places: number[] = [];
  if (raw.includes("\n")) return places;
  for (let at = 1; at < raw.length - 1; at++) {
    places.push(at);
    if (raw[at] === "'") at++;
  }
  places.push(raw.length - 1);
  return places;
}

const ESCAPE_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function doubleQuoted(raw: string): number[] {
  const places: number[] = [];
  if (raw.includes("\n")) return places;
  for (let at = 1; at < raw.length - 1; at++) {
    places.push(at);
    if (raw[at] !== "\\") continue;
    const digits = ESCAPE_DIGITS[raw[at + 1] ?? ""] ?? 0;
    if (digits === 8 && Number.parseInt(raw.slice(at + 2, at + 10), 16) > 0xffff) places.push(at);
    at += 1 + digits;
  }
  places.push(raw.length - 1);
  return places;
}

function literalBlock(raw: string): number[] {
  const places: number[] = [];
  const header = raw.indexOf("\n");
  // An indentation indicator makes leading blanks part of the value: rare, and not worth a second rule.
  if (header < 0 || /\d/.test(raw.slice(0, header))) return places;
  const indent = /^(?: *\n)*( *)/.exec(raw.slice(header + 1))?.[1]?.length ?? 0;
  for (let at = header + 1; at < raw.length;) {
    const lineEnd = raw.indexOf("\n", at);
    const end = lineEnd < 0 ? raw.length : lineEnd;
    for (let place = Math.min(at + indent, end); place < end; place++) places.push(place);
    places.push(end);
    at = end + 1;
  }
  return places;
}
