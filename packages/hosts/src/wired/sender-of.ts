import type { JsonObject } from "@gatehouse-hooks/json";
import type { Host } from "../host.js";

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
