import type { AgentCommandLine, AgentOption } from "../descriptor/agent-command-line.js";
import type { Hooks } from "./hooks/definition.js";
import { hooksFromFlags } from "./hooks/hooks-from-flags.js";

/**
 * The generation of docker-agent whose reading of hook files and hook output is used. `2026-05` is the one that documents
 * 002 and 004 describe; `2026-09`, the default, closes the places where it fails open (SPEC, "Generations"). It is given
 * once, when a file is loaded, and goes with the policies.
 */
export type Compat = "2026-05" | "2026-09";

export const DEFAULT_COMPAT: Compat = "2026-09";

/** The contract that carries a generation to whatever runs a command and reads its output. */
export function contractName(compat: Compat): "docker-agent" | "docker-agent-2026-05" {
  return compat === "2026-05" ? "docker-agent-2026-05" : "docker-agent";
}

/** How a file of docker-agent is read. */
export interface DockerAgentOptions {
  /** Default `2026-09`. It goes with the policies: nothing that runs them or reads their output takes it again. */
  readonly compat?: Compat;
  /** The agent whose hooks are loaded. Default: all, each for the events of its agent. */
  readonly agent?: string;
  /** Hooks after those of the file, such as those of `hooksFromFlags`. */
  readonly extraHooks?: Hooks | null;
  /** Names of builtins that the embedder has beside those of the runtime. */
  readonly builtins?: readonly string[];
}

const COMPATS: readonly Compat[] = ["2026-09", "2026-05"];

const hook = (flag: string, when: string): AgentOption => ({
  flag,
  value: "command",
  means: `docker-agent: a command that runs ${when}; may be given again`,
  isHook: true,
  cure: "write a command, such as ./guard.sh",
});

/** docker-agent's own flags for hooks, as it spells them, and how its files are read. */
export const DOCKER_AGENT_COMMAND_LINE: AgentCommandLine = {
  format: "docker-agent",
  options: [
    {
      flag: "agent",
      value: "name",
      means: "docker-agent: the agent of the file whose hooks count (default: all)",
      cure: "name an agent of the file, or leave it out for all of them",
    },
    {
      flag: "compat",
      value: "generation",
      means: "docker-agent: what its hooks mean: 2026-09 (default) or 2026-05",
      values: COMPATS,
      cure: "leave it out",
    },
    hook("hook-pre-tool-use", "before each tool call"),
    hook("hook-post-tool-use", "after each tool call"),
    hook("hook-session-start", "when a session starts"),
    hook("hook-session-end", "when a session ends"),
    hook("hook-on-user-input", "when the agent waits for the user"),
    hook("hook-stop", "when the agent has answered"),
  ],
  optionsOf: ({ agent, compat: given }) => {
    const compat = COMPATS.find((one) => one === given);
    return {
      "docker-agent": { ...(agent !== undefined && { agent }), ...(compat !== undefined && { compat }) },
    };
  },
  fileOf: (flags) => {
    const hooks = hooksFromFlags(flags);
    return hooks === null ? null : JSON.stringify({ hooks });
  },
};
