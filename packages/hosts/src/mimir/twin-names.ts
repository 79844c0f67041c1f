import type { HostEvent, HostTool } from "../host-tables.js";
import { EVENTS } from "./events.table.js";

/** The events whose twin an event of Mimir is. */
export function twinOf({ canonical, twinOf: also = [] }: HostEvent): readonly string[] {
  return canonical === undefined ? also : [canonical, ...also];
}

/** Of each event of Mimir that an event of another agent is, too: the names of those. Read from the table of Mimir's events. */
export const MIMIR_TWIN_OF: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  EVENTS.flatMap((row) => (twinOf(row).length === 0 ? [] : [[row.name, twinOf(row)] as const])),
);

/**
 * The events of Mimir that an agent's event is, too, where the agent has a tool for them.
 *
 * @param name as policies see it: the canonical one where it is that
 * @param tools of the agent; none: they are not known
 */
export function twinsSent(name: string, tools: readonly HostTool[]): readonly string[] {
  return EVENTS.filter((row) => {
    if (!twinOf(row).includes(name)) return false;
    const kinds = row.part?.kinds;
    return kinds === undefined || tools.length === 0 || tools.some(({ kind }) => kinds.includes(kind));
  }).map((row) => row.name);
}
