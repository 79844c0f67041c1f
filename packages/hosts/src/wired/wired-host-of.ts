import type { JsonObject } from "@gatehouse-hooks/json";
import type { WiredHost } from "../wire/wired-host-from.js";
import { WHOLE_WIRED_HOSTS } from "./whole-wired-hosts.js";
import type { Host } from "../host.js";

/**
 * One of `WIRED_HOSTS`, by its name. What brings the tables of all along is loaded only for a name that none of the small ones has.
 *
 * @returns undefined for a name that is none of theirs
 */
export async function wiredHostOf(name: string): Promise<WiredHost | undefined> {
  const whole = WHOLE_WIRED_HOSTS.find((host) => host.name === name);
  return whole ?? (await import("./wired-hosts.js")).WIRED_HOSTS.find((host) => host.name === name);
}

/**
 * `senderOf` among all hosts whose hooks are processes. Most payloads are those of the agent whose hook it is: the others are not
 * loaded for them.
 */
export async function senderAmongAll(payload: JsonObject, configured: WiredHost): Promise<WiredHost> {
  if (configured.wire.recognises(payload)) return configured;
  const { WIRED_HOSTS } = await import("./wired-hosts.js");
  return senderOf(payload, configured, WIRED_HOSTS);
}

/**
 * The agent whose payload this is: the configured one unless the payload is not one of its own and is one of exactly one other's.
 *
 * @param configured whose hooks they are
 */
export function senderOf<H extends Host>(payload: JsonObject, configured: H, hosts: readonly H[]): H {
  if (configured.wire === undefined || configured.wire.recognises(payload)) return configured;
  const others = hosts.filter((host) => host.wire?.recognises(payload) === true);
  const [other] = others;
  return other === undefined || others.length > 1 ? configured : other;
}
