import { type BoxNetwork, hostRefusalLine, proxiedHosts } from "@gatehouse-hooks/box";
import { createHash, randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { keepNetwork, type KeptNetwork } from "./keep-network.js";
import { enterNetwork, networkFolder } from "./session-network.js";
import { openProxy } from "./open-proxy.js";

/** A network whose only way out is a proxy. */
export interface ProxiedNetwork extends Omit<KeptNetwork, "listener"> {
  /** What the command line of a box in it begins with. */
  readonly enter: readonly [string, ...string[]];
  /** Where the proxy is in it, as programs are given it. */
  readonly proxy: string;
}

/** Whose network it is. */
interface NetworkPlace {
  readonly bwrap: string;
  readonly home: string;
  /** Boxes of one session and one list are in one network; absent: a network of its own. */
  readonly session: string | undefined;
}

/**
 * A network with a proxy on its loopback, which this process answers.
 *
 * @param refused is given a line for each host that is not reached
 * @throws Error where there can be none
 */
export async function openProxiedNetwork(
  { bwrap, home, session }: NetworkPlace,
  network: BoxNetwork,
  refused: (line: string) => void,
): Promise<ProxiedNetwork> {
  const hosts = proxiedHosts(network);
  const policies = network.kind === "hosts" ? (network.policies ?? []) : [];
  const name = networkName(session ?? `alone-${randomBytes(6).toString("hex")}`, hosts);
  const { listener, ...kept } = await keepNetwork(bwrap, home, name, true);
  const address = listener?.address();
  if (listener === undefined || typeof address !== "object" || address === null) {
    kept.end();
    throw new Error("the proxy of the box cannot listen");
  }
  const { port } = address;
  const proxy = openProxy(listener, {
    hosts,
    refused: (refusal) => {
      const line = hostRefusalLine({ ...refusal, policies });
      refused(line);
      return line;
    },
  });
  return {
    ...kept,
    enter: enterNetwork(`/proc/${kept.member}/ns`),
    proxy: `http://127.0.0.1:${port}`,
    end: () => {
      proxy.close();
      kept.end();
      if (session === undefined) rmSync(networkFolder(home, name), { recursive: true, force: true });
    },
  };
}

/** One with another list must not find this one's proxy on its loopback. */
function networkName(session: string, hosts: readonly string[]): string {
  const list = createHash("sha256").update(JSON.stringify(hosts.toSorted())).digest("hex");
  return `${session.slice(0, LONGEST_SESSION)}-${list.slice(0, LIST_LENGTH)}`;
}

const LONGEST_SESSION = 48;
const LIST_LENGTH = 12;
