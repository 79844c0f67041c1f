import { Buffer, isUtf8 } from "node:buffer";
import { parseJson } from "@gatehouse-hooks/json";

/** What may be read from a line. */
export type LineLimits = NonNullable<Parameters<typeof parseJson>[1]>;

/** The first byte of a byte order mark, which the boundary refuses as a byte and as a character in its own words. */
const MARK = 0xef;

/**
 * `parseJson` of the bytes of a line. Decoding is left to Node where the bytes are UTF-8, which it does several times faster
 * than the language can; other bytes are refused by the boundary itself, at their place.
 */
export function parseLine(line: Uint8Array, limits: LineLimits): ReturnType<typeof parseJson> {
  if (line[0] === MARK || !isUtf8(line)) return parseJson(line, limits);
  return parseJson(Buffer.from(line.buffer, line.byteOffset, line.length).toString("utf8"), limits);
}
