import type { Decision } from "@gatehouse-hooks/engine";
import type { DecideCall } from "../gatehouse.js";

/** What decides calls: a `Gatehouse`, of which the entries for frameworks need no more. */
export interface CallDecider {
  /** Decides on an event. Always resolves, never rejects: what is not an event is denied. */
  decideUnknown(event: unknown, call?: DecideCall): Promise<Decision>;
}
