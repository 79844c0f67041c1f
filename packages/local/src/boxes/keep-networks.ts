import { bubblewrap } from "../box/bubblewrap-program.js";
import { keepNetwork, type KeptNetwork } from "./keep-network.js";

/** The networks of the sessions whose boxes are started by shells. */
export interface KeptNetworks {
  /**
   * The process whose network the boxes of a session enter.
   *
   * @throws Error where there can be none
   */
  readonly memberOf: (session: string) => Promise<number>;
  /** Lets go those that no box has asked for in a while. */
  readonly forgetOld: () => void;
  readonly close: () => void;
}

/** A network that no box has asked for so long, in ms, is let go. */
const NETWORK_MS = 60 * 60_000;
/** The most sessions whose networks are kept. */
const MOST_NETWORKS = 64;

/** The networks of sessions, each kept by a process that is in it. */
export function keepNetworks(home: string): KeptNetworks {
  const kept = new Map<string, { readonly network: Promise<KeptNetwork>; used: number }>();
  const forget = (session: string): void => {
    const one = kept.get(session);
    kept.delete(session);
    void one?.network.then((network) => network.end()).catch(() => undefined);
  };
  async function memberOf(session: string): Promise<number> {
    const known = kept.get(session);
    if (known !== undefined && (await known.network.catch(() => undefined))?.isThere() !== true)
      if (kept.get(session) === known) forget(session);
    const one = kept.get(session) ?? { network: keep(session), used: 0 };
    kept.delete(session);
    kept.set(session, one);
    one.used = performance.now();
    const [oldest] = kept.keys();
    if (kept.size > MOST_NETWORKS && oldest !== undefined) forget(oldest);
    return (await one.network).member;
  }
  async function keep(session: string): Promise<KeptNetwork> {
    const bwrap = bubblewrap();
    if (bwrap === undefined) throw new Error("bubblewrap is not installed");
    return await keepNetwork(bwrap, home, session);
  }
  return {
    memberOf,
    forgetOld: () => {
      for (const [session, { used }] of kept) if (performance.now() - used > NETWORK_MS) forget(session);
    },
    close: () => {
      for (const session of kept.keys()) forget(session);
    },
  };
}
