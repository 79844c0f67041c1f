import type { EventKind } from "./event-kind.js";
import { DOCUMENTED_KINDS } from "./event-kinds.js";

/**
 * The row of an event's name. An event that no source format documents gates (fail closed) and may carry everything.
 */
export function eventKindOf(name: string): EventKind {
  return DOCUMENTED_KINDS.of(name);
}
