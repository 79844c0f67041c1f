import { sealJsonObject } from "@gatehouse-hooks/json";
import type { Host } from "./host.js";
import { HOSTS } from "./hosts.js";
import { senderOf } from "./wired/wired-host-of.js";

/** Which agent is really there, and whether that is the one that was expected. */
export interface RecognisedHost {
  readonly host: Host;
  /** The payload is another agent's: it runs hooks that were registered for `configured`. */
  readonly other: boolean;
}

/**
 * The agent whose payload this is. Agents run hooks of others (Copilot those of the project's `.claude/settings.json`) with their own
 * payloads, and read their own answers: an answer in the wrong words lets the call run.
 *
 * The configured host counts unless the payload is not one of its own and is one of exactly one other's. Only keys that the agents
 * themselves write are looked at, never what a model says.
 *
 * @param payload what arrived, of any shape
 * @param configured whose hooks they are
 * @param hosts the list of hosts. Default `HOSTS`
 */
export function recogniseHost(
  payload: unknown,
  configured: Host,
  hosts: readonly Host[] = HOSTS,
): RecognisedHost {
  const { value } = sealJsonObject(payload);
  const host = value === undefined ? configured : senderOf(value, configured, hosts);
  return { host, other: host !== configured };
}
