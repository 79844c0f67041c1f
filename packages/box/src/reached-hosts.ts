import { isInnerHost } from "@gatehouse-hooks/json";
import { matchesSegment } from "./match-glob.js";
import type { BoxNetwork } from "./profile.js";

/**
 * The hosts of a list that can be reached at all, by a proxy; empty where only what is in the box itself is. Without this machine and private
 * networks, in patterns as well: no proxy leads there, nor does the sandbox of an agent that is given this list.
 */
export function proxiedHosts(network: BoxNetwork): readonly string[] {
  return network.kind === "hosts" ? network.hosts.filter((host) => !isInnerHost(host)) : [];
}

/**
 * Whether a list has a host.
 *
 * @param host in lower case, without the dot at its end
 */
export function hasHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((one) => matchesSegment(one.toLowerCase(), host));
}
