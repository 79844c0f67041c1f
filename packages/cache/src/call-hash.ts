import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import { sha256 } from "#sha256";

/** What differs each time the same call is made, and what is derived from the rest. */
const PASSING: ReadonlySet<string> = new Set(["raw", "timestamp", "toolCallId", "facts"]);

/**
 * SHA-256, in lower-case hex, of what a call is: its event without the payload as it came, the time and the number of the call. Equal for
 * the same call tried again, different for any other.
 *
 * @param event made by `readEvent`
 */
export function callHash(event: Readonly<Record<string, unknown>>): string {
  const lasting = Object.entries(event).filter(([key]) => !PASSING.has(key));
  // A tag, so that no other hash of a similar text is taken for one of these.
  return sha256(`gatehouse call 1\n${canonicalJson(Object.fromEntries(lasting))}`);
}
