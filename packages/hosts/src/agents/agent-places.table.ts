import { CLAUDE_CODE_PLACES } from "../claude-code/places.table.js";
import { CODEX_PLACES } from "../codex/places.table.js";
import { COPILOT_PLACES } from "../copilot/places.table.js";
import { CURSOR_PLACES } from "../cursor/places.table.js";
import type { AgentCommandLine } from "../descriptor/agent-command-line.js";
import type { AgentPlaces } from "../descriptor/agent-places.js";
import { DOCKER_AGENT_COMMAND_LINE } from "../docker-agent/hooks/command-line.js";
import { GEMINI_CLI_PLACES } from "../gemini-cli/places.table.js";
import { MAYROS_PLACES } from "../mayros/places.table.js";
import { MIMIR_PLACES } from "../mimir/places.table.js";

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

/** The options of the command line that are agents' own, an agent each. */
export const COMMAND_LINES: readonly AgentCommandLine[] = [DOCKER_AGENT_COMMAND_LINE];
