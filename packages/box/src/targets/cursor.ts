import type { BoxProfile } from "../profile.js";
import type { GeneratedSettings } from "./claude-code.js";

/** Cursor's `sandbox.json`: the workspace, and the network. No key of it keeps a path inside of a granted one from being read or written. */
export function cursorSettings({ hidden, kept, network }: BoxProfile): GeneratedSettings {
  const allow = network.kind === "hosts" ? network.hosts : [];
  return {
    settings: {
      type: "workspace_readwrite",
      networkPolicy: network.kind === "host" ? { default: "allow" } : { default: "deny", allow },
    },
    unsaid: [...new Set([...hidden, ...kept].map(({ glob }) => glob))],
  };
}
