import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../usage-error.js";
import { SESSION_PLACES } from "./session-places.table.js";

/**
 * Where the agents of this user keep sessions.
 *
 * @throws UsageError where none does
 */
export function agentLogs(home: string): readonly string[] {
  const found = Object.values(SESSION_PLACES)
    .flat()
    .map((place) => join(home, place))
    .filter((place) => existsSync(place));
  if (found.length === 0)
    throw new UsageError("no agent keeps sessions here", `these places were looked at: ${placesText()}`);
  return found;
}

/** The places for a message. */
export function placesText(): string {
  return Object.values(SESSION_PLACES)
    .flat()
    .map((place) => `~/${place}`)
    .join(", ");
}
