import { sha256 as digest } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of a string (as UTF-8) or of bytes, in lower-case hex. Where `node:crypto` is missing, by noble. */
export function sha256(data: string | Uint8Array): string {
  return bytesToHex(digest(typeof data === "string" ? utf8ToBytes(data) : data));
}
