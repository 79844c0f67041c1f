import { claudeCodeTarget, nameable, plainPaths } from "./claude-code.js";
import { codexTarget } from "./codex.js";
import { cursorTarget } from "./cursor.js";
import type { SandboxTarget, GeneratedSettings } from "./sandbox-target.js";
import { proxiedHosts, type BoxProfile } from "../profile.js";

/**
 * The agents whose own sandbox can be told what policies say. Those that run a container, have no list of paths, or have no sandbox at all
 * are left out.
 */
export const SANDBOX_TARGETS: readonly SandboxTarget[] = [claudeCodeTarget, codexTarget, cursorTarget];

/** The target of an agent; undefined: its sandbox cannot be told, or it has none. */
export function sandboxTarget(agent: string): SandboxTarget | undefined {
  return SANDBOX_TARGETS.find((target) => target.agent === agent);
}

/** The settings of sandbox-runtime, which writes the arguments of bubblewrap on Linux and a profile of Seatbelt on macOS. */
export function sandboxRuntimeSettings({ hidden, kept, writable, network }: BoxProfile): GeneratedSettings {
  const [named, others] = nameable(hidden);
  const [denyRead, unread] = plainPaths(named);
  const [denyWrite, unkept] = plainPaths(kept.map(({ glob }) => glob));
  return {
    settings: {
      filesystem: { denyRead, allowWrite: writable.map((one) => (one === "./" ? "." : one)), denyWrite },
      // Without a list of hosts it lets none through, and it has no word for every host.
      network: { allowedDomains: proxiedHosts(network), deniedDomains: [] },
    },
    unsaid: [...others, ...unread, ...unkept, ...(network.kind === "host" ? ["every host"] : [])],
  };
}
