import { join } from "node:path";

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
 * @returns paths that may not exist; none for an agent that is not known
 */
export function sessionPlaces(home: string, agent: string): readonly string[] {
  return Object.hasOwn(PLACES, agent) ? (PLACES[agent] ?? []).map((place) => join(home, place)) : [];
}
