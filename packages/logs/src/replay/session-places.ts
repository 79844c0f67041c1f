import { join } from "node:path";
import { AGENTS } from "@gatehouse-hooks/hosts/agents";
import { agentFolder, WIRINGS } from "@gatehouse-hooks/local/agents";
import type { Io } from "@gatehouse-hooks/console";

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
