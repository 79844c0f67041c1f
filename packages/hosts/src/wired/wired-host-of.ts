import type { WiredHost } from "../wire/wired-host.js";
import { WHOLE_WIRED_HOSTS } from "./whole-wired-hosts.js";

/**
 * One of `WIRED_HOSTS`, by its name. docker-agent, which brings the tables of all along, is loaded only when it is asked for.
 *
 * @returns undefined for a name that is none of theirs
 */
export async function wiredHostOf(name: string): Promise<WiredHost | undefined> {
  if (name === "docker-agent") return (await import("../docker-agent/wired.js")).dockerAgentWired;
  return WHOLE_WIRED_HOSTS.find((host) => host.name === name);
}
