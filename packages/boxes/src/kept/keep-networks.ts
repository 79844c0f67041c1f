import { type BoxNetwork, proxiedHosts } from "@gatehouse-hooks/box";
import { bubblewrap } from "../box/bubblewrap-program.js";
import { keepNetwork, type KeptNetwork } from "../network/keep-network.js";

/** A network that a box enters. */
interface EnteredNetwork extends KeptNetwork {
  /** The session and the list of hosts that it is of. */
  readonly name: string;
  /** The address of its proxy, where it has one. */
  readonly proxy?: string;
}

/** The networks of the sessions whose boxes are started by shells. */
export interface KeptNetworks {
  /**
   * The network that the boxes of a session enter, with a proxy where a list has hosts for one.
   *
   * @throws Error where there can be none
   */
  readonly networkOf: (session: string, network: BoxNetwork) => Promise<EnteredNetwork>;
  /**
   * Lets go those that no box has asked for in a while.
   *
   * @param isUsed whether a box lives in the network of this name
   */
  readonly forgetOld: (isUsed: (name: string) => boolean) => void;
  readonly close: () => void;
}

/** A network that no box has asked for so long, in ms, is let go. */
const NETWORK_MS = 60 * 60_000;
/** The most sessions whose networks are kept. */
const MOST_NETWORKS = 64;

/**
 * The networks of sessions, each kept by a process that is in it.
 *
 * @param refused is given the name of a network, and a line for each host that its proxy does not reach
 */
export function keepNetworks(home: string, refused: (name: string, line: string) => void): KeptNetworks {
  // A list stays the same for as long as its policies, and looking through it takes half a millisecond.
  const hosts = new WeakMap<BoxNetwork, readonly string[]>();
  const hostsOf = (network: BoxNetwork): readonly string[] => {
    const found = hosts.get(network) ?? proxiedHosts(network);
    hosts.set(network, found);
    return found;
  };
  const kept = new Map<string, { readonly network: Promise<EnteredNetwork>; used: number }>();
  const forget = (name: string): void => {
    const one = kept.get(name);
    kept.delete(name);
    void one?.network.then((network) => network.end()).catch(() => undefined);
  };
  async function networkOf(session: string, network: BoxNetwork): Promise<EnteredNetwork> {
    const name = JSON.stringify([session, hostsOf(network)]);
    const known = kept.get(name);
    if (known !== undefined && (await known.network.catch(() => undefined))?.isThere() !== true)
      if (kept.get(name) === known) forget(name);
    const one = kept.get(name) ?? { network: keep(name, session, network), used: 0 };
    kept.delete(name);
    kept.set(name, one);
    one.used = performance.now();
    const [oldest] = kept.keys();
    if (kept.size > MOST_NETWORKS && oldest !== undefined) forget(oldest);
    return await one.network;
  }
  async function keep(name: string, session: string, network: BoxNetwork): Promise<EnteredNetwork> {
    const bwrap = bubblewrap();
    if (bwrap === undefined) throw new Error("bubblewrap is not installed");
    if (hostsOf(network).length === 0) return { name, ...(await keepNetwork(bwrap, home, session)) };
    const { openProxiedNetwork } = await import("../network/open-proxied-network.js");
    const place = { bwrap, home, session };
    return { name, ...(await openProxiedNetwork(place, network, (line) => refused(name, line))) };
  }
  return {
    networkOf,
    forgetOld: (isUsed) => {
      for (const [name, { used }] of kept)
        if (performance.now() - used > NETWORK_MS && !isUsed(name)) forget(name);
    },
    close: () => {
      for (const name of kept.keys()) forget(name);
    },
  };
}
