import type { JsonObject } from "@gatehouse-hooks/json";
import type { WiredHost } from "../wire/wired-host.js";
import { senderOf } from "./sender-of.js";

/**
 * `senderOf` among all hosts whose hooks are processes. Most payloads are those of the agent whose hook it is: the others are not
 * loaded for them.
 */
export async function senderAmongAll(payload: JsonObject, configured: WiredHost): Promise<WiredHost> {
  if (configured.wire.recognises(payload)) return configured;
  const { WIRED_HOSTS } = await import("./wired-hosts.js");
  return senderOf(payload, configured, WIRED_HOSTS);
}
