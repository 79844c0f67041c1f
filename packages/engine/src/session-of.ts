import type { Event } from "./event.js";
import { CANONICAL_KINDS, type EventKinds } from "./event-kinds.js";

/** The session that an event belongs to (SPEC, "Sessions"). */
export type Session =
  | { readonly kind: "named"; readonly name: string }
  /** The event names none. */
  | { readonly kind: "unnamed" }
  /** What should name it is not text, or two keys name different ones: nothing may be shared with another event. */
  | { readonly kind: "unclear"; readonly names: readonly string[] };

const UNNAMED: Session = Object.freeze({ kind: "unnamed" });

/**
 * Reads the session of an event, whichever agent's event it is.
 *
 * @param event made by `readEvent`
 * @param kinds those of the policy set (`set.kinds`): they know the fields that name a session
 * @example sessionOf(event) // { kind: "named", name: "s1" } for { "event": "pre_tool_use", "session_id": "s1" }
 */
export function sessionOf(event: Event, kinds: EventKinds = CANONICAL_KINDS): Session {
  const given = kinds.sessionKeys.filter((key) => Object.hasOwn(event, key)).map((key) => event[key]);
  const names = [...new Set(given.filter((name) => typeof name === "string"))];
  const [name, other] = names;
  if (other !== undefined || given.some((one) => typeof one !== "string")) return { kind: "unclear", names };
  return name === undefined ? UNNAMED : { kind: "named", name };
}
