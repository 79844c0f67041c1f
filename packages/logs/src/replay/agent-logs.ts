import { existsSync } from "node:fs";
import { type Io, UsageError } from "@gatehouse-hooks/console";
import { SESSION_AGENTS, sessionPlaces } from "./session-places.js";

/**
 * Where the agents of this user keep sessions.
 *
 * @throws UsageError where none does
 */
export function agentLogs({ home, env }: Pick<Io, "home" | "env">): readonly string[] {
  const found = placesBelow(home, env).filter((place) => existsSync(place));
  if (found.length === 0)
    throw new UsageError("no agent keeps sessions here", `these places were looked at: ${placesText()}`);
  return found;
}

/** The places for a message. */
export function placesText(): string {
  return placesBelow("~").join(", ");
}

function placesBelow(home: string, env: Io["env"] = {}): readonly string[] {
  return SESSION_AGENTS.flatMap((agent) => sessionPlaces(home, agent, env));
}
