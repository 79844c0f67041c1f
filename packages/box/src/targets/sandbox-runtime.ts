import { proxiedHosts } from "../reached-hosts.js";
import type { BoxProfile } from "../profile.js";
import { nameable, plainPaths } from "./claude-code.js";
import type { GeneratedSettings } from "./sandbox-target.js";

/** The settings of sandbox-runtime, which writes the arguments of bubblewrap on Linux and a profile of Seatbelt on macOS. */
export function sandboxRuntimeSettings({ hidden, kept, writable, network }: BoxProfile): GeneratedSettings {
  const [named, others] = nameable(hidden);
  const [denyRead, unread] = plainPaths(named);
  const [denyWrite, unkept] = plainPaths(kept.map(({ glob }) => glob));
  return {
    settings: {
      filesystem: { denyRead, allowWrite: writable.map((one) => (one === "./" ? "." : one)), denyWrite },
      // Without a list of hosts it lets none through: every host is no list that it has.
      network: { allowedDomains: proxiedHosts(network), deniedDomains: [] },
    },
    unsaid: [...others, ...unread, ...unkept, ...(network.kind === "host" ? ["every host"] : [])],
  };
}
