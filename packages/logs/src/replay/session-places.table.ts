import { join } from "node:path";
import { agentFolder, WIRINGS } from "@gatehouse-hooks/local/agents";
import type { Io } from "@gatehouse-hooks/console";

/** Where agents keep their sessions, below the user's home. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  "claude-code": [".claude/projects"],
  codex: [".codex/sessions", ".codex/archived_sessions"],
  "gemini-cli": [".gemini/tmp"],
  copilot: [".copilot/session-state"],
  opencode: [".local/share/opencode/opencode.db"],
  "qwen-code": [".qwen/projects"],
  cline: [".cline/data/sessions"],
  pi: [".pi/agent/sessions"],
};

/** The agents that keep sessions at a known place. */
export const SESSION_AGENTS: readonly string[] = Object.keys(PLACES);

/**
 * Where an agent keeps its sessions.
 *
 * @param home the user's home folder
 * @param env where variables such as `CLAUDE_CONFIG_DIR` move an agent's folder; default: nothing is moved
 * @returns paths that may not exist; none for an agent that is not known
 */
export function sessionPlaces(home: string, agent: string, env: Io["env"] = {}): readonly string[] {
  const places = Object.hasOwn(PLACES, agent) ? (PLACES[agent] ?? []) : [];
  const wiring = WIRINGS.find((one) => one.agent === agent);
  return places.map((place) =>
    wiring !== undefined && place.startsWith(`${wiring.folder}/`)
      ? join(agentFolder(wiring, env, home), place.slice(wiring.folder.length))
      : join(home, place),
  );
}
