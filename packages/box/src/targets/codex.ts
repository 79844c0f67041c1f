import type { BoxProfile } from "../profile.js";
import { type GeneratedSettings, plainPaths } from "./claude-code.js";

/** How deep Codex looks for what a pattern names. */
const SCAN_DEPTH = 6;

/**
 * A permission profile of Codex, `gatehouse`, as the object of its `config.toml`. Patterns are looked for in the workspace. Profiles are
 * ignored where `sandbox_mode` is set anywhere. A list of hosts restricts nothing but with Codex's own proxy, which is switched on.
 */
export function codexSettings({ hidden, kept, network }: BoxProfile): GeneratedSettings {
  const [unread, wildUnread] = plainPaths(hidden.map(({ glob }) => glob));
  const [unwritten, wildKept] = plainPaths(kept.map(({ glob }) => glob));
  const floating = (globs: readonly string[]): readonly string[] =>
    globs.filter((glob) => glob.startsWith("**/") || glob.startsWith("./"));
  const inside = (globs: readonly string[], how: string): readonly (readonly [string, string])[] =>
    floating(globs).map((glob) => [glob.replace(/^\.\//, ""), how] as const);
  const outside = unread.filter((path) => path.startsWith("/") || path.startsWith("~"));
  const workspace = [
    ...inside([...unwritten, ...wildKept], "read"),
    // Last: what is hidden stays hidden where it is kept, too.
    ...inside([...unread, ...wildUnread], "deny"),
  ];
  const isOff = network.kind === "none";
  return {
    settings: {
      default_permissions: "gatehouse",
      ...(network.kind === "hosts" ? { features: { network_proxy: true } } : {}),
      permissions: {
        gatehouse: {
          extends: ":workspace",
          filesystem: {
            glob_scan_max_depth: SCAN_DEPTH,
            ...Object.fromEntries(outside.map((path) => [path, "deny"])),
            ":workspace_roots": Object.fromEntries(workspace),
          },
          network: {
            enabled: !isOff,
            ...(network.kind === "hosts"
              ? { domains: Object.fromEntries(network.hosts.map((host) => [host, "allow"])) }
              : {}),
          },
        },
      },
    },
    unsaid: wildUnread.filter((glob) => !floating([glob]).includes(glob)),
  };
}
