import type { Hooks } from "./hooks/definition.js";

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
