import { callHash } from "@gatehouse-hooks/cache";
import { readEvent } from "@gatehouse-hooks/engine";

/**
 * SHA-256, in hex, of what a call is (`callHash`), as the engine reads its event.
 *
 * @throws TypeError for what is not an event
 */
export function callKey(event: unknown): string {
  const read = readEvent(event);
  if (read.kind === "refused") throw new TypeError(`not an event: ${read.issue.message}`);
  return callHash(read.event);
}
