import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { readEvent } from "@gatehouse-hooks/engine";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";

/** What differs each time the same call is made, and what is derived from the rest. */
const PASSING: ReadonlySet<string> = new Set(["raw", "timestamp", "toolCallId", "facts"]);

/**
 * SHA-256, in hex, of what a call is: its event without the payload as it came, the time and the number of the call. Equal
 * for the same call tried again, different for any other.
 *
 * @throws TypeError for what is not an event
 */
export function callHash(event: unknown): string {
  const read = readEvent(event);
  if (read.kind === "refused") throw new TypeError(`not an event: ${read.issue.message}`);
  const lasting = Object.fromEntries(Object.entries(read.event).filter(([key]) => !PASSING.has(key)));
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(lasting))));
}
