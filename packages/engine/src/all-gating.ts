import type { EventKinds } from "./event-kinds.js";

/**
 * In a policy's `events`: every event that gates an action, including those in no table. It is what a policy that was lost
 * would have guarded when that is unknown (SPEC, "Lost policies").
 */
export const ALL_GATING = "all gating";

/** In a policy's `events`: every event, including those in no table. */
export const ALL_EVENTS = "*";

/** Whether this is a word for many events, and not the name of one. */
export function isManyEvents(name: string): boolean {
  return name === ALL_GATING || name === ALL_EVENTS;
}

/** Whether a policy with these events listens to an event. */
export function listensTo(events: readonly string[], event: string, kinds: EventKinds): boolean {
  return (
    events.includes(event) ||
    events.includes(ALL_EVENTS) ||
    (events.includes(ALL_GATING) && kinds.of(event).gates)
  );
}
