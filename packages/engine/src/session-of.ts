import type { Event } from "./event.js";

/** The session that an event belongs to (SPEC, "Sessions"). */
export type Session =
  | { readonly kind: "named"; readonly name: string }
  /** The event names none. */
  | { readonly kind: "unnamed" }
  /** What should name it is not text, or two keys name different ones: nothing may be shared with another event. */
  | { readonly kind: "unclear"; readonly names: readonly string[] };

/** Where the hosts name the session of an event. */
const SESSION_KEYS = [
  // Mayros (document 000), and native policies.
  "sessionKey",
  // docker-agent (document 004), Claude Code and those that send the same payload.
  "session_id",
  // Mimir (document 003).
  "conversation_id",
] as const;

const UNNAMED: Session = Object.freeze({ kind: "unnamed" });

/** Events at which a session begins or ends: what was decided for it before is over. */
const BOUNDARIES: ReadonlyMap<string, "start" | "end"> = new Map([
  ["session_start", "start"],
  ["session_end", "end"],
  ["SessionStart", "start"],
  ["SessionEnd", "end"],
]);

/**
 * Reads the session of an event, whichever format's event it is.
 *
 * @param event made by `readEvent`
 * @example sessionOf(event) // { kind: "named", name: "s1" } for { "event": "pre_tool_use", "session_id": "s1" }
 */
export function sessionOf(event: Event): Session {
  const given = SESSION_KEYS.filter((key) => Object.hasOwn(event, key)).map((key) => event[key]);
  const names = [...new Set(given.filter((name) => typeof name === "string"))];
  const [name, other] = names;
  if (other !== undefined || given.some((one) => typeof one !== "string")) return { kind: "unclear", names };
  return name === undefined ? UNNAMED : { kind: "named", name };
}

/** Whether a session begins or ends with an event of this name. */
export function sessionBoundaryOf(event: string): "start" | "end" | undefined {
  return BOUNDARIES.get(event);
}
