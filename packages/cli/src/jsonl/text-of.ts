import { isUtf8 } from "node:buffer";

/**
 * The text of the bytes, by Node's decoder, which is ten times as fast as one in JavaScript. Bytes that are not UTF-8 stay
 * bytes: the reader of JSON says where. A byte order mark is kept, for the reader to refuse.
 */
export function textOf(bytes: Uint8Array): string | Uint8Array {
  if (!isUtf8(bytes)) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
