/** Kinds of refusals of a box, each with why it is one and what is to be done instead. */
export interface RefusalKind {
  readonly reason: string;
  /** What to change, or how the same call runs without the box. */
  readonly cure: string;
}

const OUTSIDE_CURE = "ask the person to run this call without the box";

/** Those of the network, which the proxy of a box knows exactly. */
export const HOST_REFUSALS: Readonly<Record<"host" | "port" | "address", RefusalKind>> = Object.freeze({
  host: {
    reason: "it is not among the hosts that policies let through",
    cure: `add the host to the list of that policy (of a pack: its parameter \`allow_hosts\`), or ${OUTSIDE_CURE}`,
  },
  port: {
    reason: "a box reaches ports 80 and 443 of a host alone",
    cure: `use the host's https address, or ${OUTSIDE_CURE}`,
  },
  address: {
    reason: "it leads to this machine or to a private network, where no box gets to",
    cure: `start what is asked there in a call of the same session, which shares its loopback, or ${OUTSIDE_CURE}`,
  },
});

/** Those of files, which programs say in the words of the kernel. */
export const PLACE_REFUSALS: Readonly<Record<"hidden" | "kept" | "holds" | "outside", RefusalKind>> =
  Object.freeze({
    hidden: { reason: "it cannot be read in a box", cure: OUTSIDE_CURE },
    kept: { reason: "it cannot be written or made in a box", cure: OUTSIDE_CURE },
    holds: {
      reason: "what a policy hides or keeps is in it, so that it stays where it is",
      cure: `remove what is beside that, or ${OUTSIDE_CURE}`,
    },
    outside: {
      reason: "nothing outside of the workspace is written",
      cure: `write into the workspace or /tmp, or ${OUTSIDE_CURE}`,
    },
  });

/** What is known of a host that was not reached. */
export interface HostRefusal {
  readonly kind: keyof typeof HOST_REFUSALS;
  readonly host: string;
  readonly port: number;
  /** The policies that have the list of hosts. */
  readonly policies: readonly string[];
}

/** One line that says what was refused by which policy, why, and what to do instead. */
export function hostRefusalLine({ kind, host, port, policies }: HostRefusal): string {
  const { reason, cure } = HOST_REFUSALS[kind];
  const by = kind === "host" && policies.length > 0 ? policies.join(", ") : `box/${kind}`;
  return `gatehouse box: [${by}] \`${host}:${port}\` was refused: ${reason}; ${cure}`;
}
