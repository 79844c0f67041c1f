import { AUDIT_LIMITS, type AuditTrail } from "@gatehouse-hooks/audit";

/** Records that may wait before the next event does: the trail loses what comes when its queue is full. */
const MAX_WAITING = AUDIT_LIMITS.queue / 2;
/** Milliseconds that an event waits for a trail that writes nothing. */
const PATIENCE_MS = 1_000;

/**
 * Lets a trail keep up with events that come without a pause: `undefined` while it has room, else a promise that resolves
 * when it has written what waits. A trail that is stuck holds up one event, once.
 */
export function trailRoom(trail: Pick<AuditTrail, "stats" | "flush">): () => Promise<void> | undefined {
  let stuck = false;
  return () => {
    if (trail.stats().waiting < MAX_WAITING) {
      stuck = false;
      return undefined;
    }
    if (stuck) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        stuck = true;
        resolve();
      }, PATIENCE_MS);
      void trail.flush().then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  };
}
