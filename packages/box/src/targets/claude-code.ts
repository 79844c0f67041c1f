import type { BoxProfile } from "../profile.js";

/** What of a profile an agent's own sandbox cannot be told. */
export interface GeneratedSettings {
  /** The settings, as an object of JSON or TOML. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Globs that stand for what the profile hides or keeps and that the agent's settings cannot name. */
  readonly unsaid: readonly string[];
}

/**
 * The key `sandbox` of Claude Code's settings. It fails closed: without its sandbox nothing runs, and a command cannot leave it. Its paths
 * have no wildcard on Linux: a place with one is left out, and said.
 */
export function claudeCodeSettings({ hidden, kept, network }: BoxProfile): GeneratedSettings {
  const [denyRead, unread] = plainPaths(hidden.map(({ glob }) => glob));
  const [denyWrite, unkept] = plainPaths(kept.map(({ glob }) => glob));
  return {
    settings: {
      sandbox: {
        enabled: true,
        failIfUnavailable: true,
        allowUnsandboxedCommands: false,
        filesystem: { denyRead, denyWrite },
        ...(network.kind === "host"
          ? {}
          : { network: { allowedDomains: network.kind === "hosts" ? network.hosts : [] } }),
      },
    },
    unsaid: [...unread, ...unkept],
  };
}

/** Paths without wildcards, a whole folder as the folder; and what is left. */
export function plainPaths(globs: readonly string[]): readonly [readonly string[], readonly string[]] {
  const plain = new Set<string>();
  const others = new Set<string>();
  for (const glob of globs) {
    const path = glob.endsWith("/**") ? glob.slice(0, -3) : glob;
    if (path === "" || /[*?[]/.test(path)) others.add(glob);
    else plain.add(path);
  }
  return [[...plain], [...others]];
}
