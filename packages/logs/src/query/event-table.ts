import type { ReplayedEvent } from "@gatehouse-hooks/replay";
import { isoTime } from "./trail-table.js";
import { openRowFile } from "./row-file.js";
import type { RowTable } from "./open-database.js";

/** The columns of the table `events`: one row for each event that a replay has decided. */
const COLUMNS = {
  time: "TIMESTAMP",
  session: "VARCHAR",
  agent: "VARCHAR",
  event: "VARCHAR",
  tool: "VARCHAR",
  call: "VARCHAR",
  effect: "VARCHAR",
  policy: "VARCHAR",
  reason: "VARCHAR",
  against_effect: "VARCHAR",
  against_policy: "VARCHAR",
  against_reason: "VARCHAR",
  outcome: "VARCHAR",
  person: "VARCHAR",
  live_effect: "VARCHAR",
  live_policy: "VARCHAR",
  live_ms: "DOUBLE",
  path: "VARCHAR",
  byte: "BIGINT",
} as const;

/** Told of each event that is decided. */
export type TakeEvent = (event: ReplayedEvent) => void;

/**
 * The events of a replay as a table.
 *
 * @param replay replays, and tells each event
 */
export function eventTable(replay: (take: TakeEvent) => Promise<void>): RowTable {
  return {
    name: "events",
    columns: COLUMNS,
    write: async (file) => {
      const rows = openRowFile(file);
      try {
        await replay((event) => rows.add(eventRow(event)));
      } finally {
        rows.close();
      }
    },
  };
}

function eventRow(replayed: ReplayedEvent): Record<keyof typeof COLUMNS, unknown> {
  const { at, session, agent, event, tool, call, effect, policy, reason, outcome, person, place } = replayed;
  const { against, live } = replayed;
  return {
    time: isoTime(at),
    session,
    agent,
    event,
    tool,
    call,
    effect,
    policy,
    reason,
    against_effect: against?.effect ?? null,
    against_policy: against?.policy ?? null,
    against_reason: replayed.reasonAgainst ?? null,
    outcome,
    person,
    live_effect: live?.effect ?? null,
    live_policy: live?.policy ?? null,
    live_ms: live?.ms ?? null,
    path: place.path,
    byte: place.offset,
  };
}
