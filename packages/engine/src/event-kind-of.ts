import type { EventKind } from "./event-kind.js";
import { EVENT_KINDS } from "./event-kinds.table.js";

const BY_NAME: ReadonlyMap<string, EventKind> = new Map(EVENT_KINDS.map((kind) => [kind.name, kind]));

/**
 * The row of an event's name. An event that no source format documents gates (fail closed) and may carry everything.
 */
export function eventKindOf(name: string): EventKind {
  return BY_NAME.get(name) ?? { name, gates: true, input: { path: "params" }, context: true, known: false };
}
