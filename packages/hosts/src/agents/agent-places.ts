import { CLAUDE_CODE_PLACES } from "../claude-code/places.js";
import { CODEX_PLACES } from "../codex/places.js";
import { COPILOT_PLACES } from "../copilot/places.js";
import { CURSOR_PLACES } from "../cursor/places.js";
import type { AgentPlaces } from "../descriptor/agent-places.js";
import { GEMINI_CLI_PLACES } from "../gemini-cli/places.js";
import { MAYROS_PLACES } from "../mayros/places.js";
import { MIMIR_PLACES } from "../mimir/places.js";

/** What each process of a hook has to know of agents. The first project that one of their variables names counts. */
export const AGENT_PLACES: readonly AgentPlaces[] = [
  CLAUDE_CODE_PLACES,
  CODEX_PLACES,
  COPILOT_PLACES,
  GEMINI_CLI_PLACES,
  CURSOR_PLACES,
  MAYROS_PLACES,
  MIMIR_PLACES,
];
