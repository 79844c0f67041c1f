import { hash } from "node:crypto";
import { canonicalJson } from "@gatehouse-hooks/json/canonical";
import type { Event } from "@gatehouse-hooks/engine";

/** SHA-256 of an event's canonical JSON, in lower-case hex. The event must come from `readEvent`. */
export function eventHash(event: Event): string {
  return hash("sha256", canonicalJson(event), "hex");
}
