import { DOCKER_AGENT_COMMAND_LINE } from "../docker-agent/hooks/command-line.js";
import type { AgentCommandLine } from "../descriptor/agent-command-line.js";

/** The options of the command line that are agents' own, an agent each. */
export const COMMAND_LINES: readonly AgentCommandLine[] = [DOCKER_AGENT_COMMAND_LINE];
