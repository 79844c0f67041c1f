import type { Compat } from "./compat.js";
import type { Hooks } from "./hooks/definition.js";

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
