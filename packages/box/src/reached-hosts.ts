import { matchesSegment } from "./match-glob.js";
import type { BoxNetwork } from "./profile.js";

/** Names and addresses of this machine and of private networks, and what stands for them: no proxy leads there. */
const NEVER =
  /^\[?(?:localhost|::1?|(?:0|10|127|169\.254|192\.168)\..*|.*\.(?:localhost|local|internal|test|invalid))\]?$/i;

/** The hosts of a list that can be reached at all, by a proxy; empty where only what is in the box itself is. */
export function proxiedHosts(network: BoxNetwork): readonly string[] {
  return network.kind === "hosts" ? network.hosts.filter((host) => !NEVER.test(host)) : [];
}

/**
 * Whether a list has a host.
 *
 * @param host in lower case, without the dot at its end
 */
export function hasHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((one) => matchesSegment(one.toLowerCase(), host));
}
