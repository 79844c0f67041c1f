import { join } from "node:path";
import { AGENTS, filledProbe } from "@gatehouse-hooks/hosts/agents";
import type { JsonObject } from "@gatehouse-hooks/json";

/** A shell command that every Gatehouse denies, and that does no harm if it runs: it would make a file in Gatehouse's folder. */
export function deniedCommand(home: string): string {
  return `touch ${join(home, ".gatehouse", "state", "probe")}`;
}

/** A shell command that no policy has a reason to deny. */
export const HARMLESS_COMMAND = "true";

/**
 * What an agent sends before it runs a shell command: its recorded payload, with this command.
 *
 * @throws for an agent whose descriptor has none: it cannot be tried
 */
export function probePayload(agent: string, command: string, cwd: string): JsonObject {
  const probe = AGENTS.find(({ name }) => name === agent)?.probe;
  if (probe === undefined) throw new Error(`the descriptor of \`${agent}\` has no probe`);
  return filledProbe(probe, command, cwd);
}
