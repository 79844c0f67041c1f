import { existsSync } from "node:fs";
import { type Io, UsageError } from "@gatehouse-hooks/console";
import { join } from "node:path";
import { AGENTS } from "@gatehouse-hooks/hosts/agents";
import { agentFolder, WIRINGS } from "@gatehouse-hooks/local/agents";

/**
 * Where the agents of this user keep sessions.
 *
 * @throws UsageError where none does
 */
export function agentLogs({ home, env }: Pick<Io, "home" | "env">): readonly string[] {
  const found = placesBelow(home, env).filter((place) => existsSync(place));
  if (found.length === 0) throw new UsageError("no agent keeps sessions here", `looked in ${placesText()}`);
  return found;
}

/** The places for a message. */
export function placesText(): string {
  return placesBelow("~").join(", ");
}

function placesBelow(home: string, env: Io["env"] = {}): readonly string[] {
  return SESSION_AGENTS.flatMap((agent) => sessionPlaces(home, agent, env));
}

/** The agents that keep sessions at a known place. */
export const SESSION_AGENTS: readonly string[] = AGENTS.filter(({ sessions }) => sessions !== undefined).map(
  ({ name }) => name,
);

/**
 * Where an agent keeps its sessions.
 *
 * @param home the user's home folder
 * @param env where variables such as `CLAUDE_CONFIG_DIR` move an agent's folder; default: nothing is moved
 * @returns paths that may not exist; none for an agent that is not known
 */
export function sessionPlaces(home: string, agent: string, env: Io["env"] = {}): readonly string[] {
  const places = AGENTS.find(({ name }) => name === agent)?.sessions ?? [];
  const wiring = WIRINGS.find((one) => one.agent === agent);
  return places.map((place) =>
    wiring !== undefined && place.startsWith(`${wiring.folder}/`)
      ? join(agentFolder(wiring, env, home), place.slice(wiring.folder.length))
      : join(home, place),
  );
}
