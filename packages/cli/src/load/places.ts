import { join } from "node:path";
import type { Tier } from "@gatehouse/engine";
import { expandHome } from "./expand-home.js";

/** A file or folder that policies are read from. */
export interface Place {
  readonly path: string;
  readonly tier: Tier;
  /** Named by the user: it is an error when it does not exist. */
  readonly required: boolean;
  /** Which formats count in a folder; absent: all. Other files there, a README for example, are none of ours. */
  readonly format?: "mayros" | "gatehouse";
  /** Counts only as the organisation's word: owned by root, not writable by others. */
  readonly guarded?: true;
}

/** What decides where policies are read from. Paths are absolute. */
export interface PlaceOptions {
  readonly project: string;
  readonly home: string;
  /** Named on the command line, instead of the project's and the user's places. */
  readonly policies: readonly string[] | undefined;
  readonly enforced: readonly string[];
  /** The Mayros folders, or `null` where the configuration turns them off. */
  readonly projectHooks: string | null;
  readonly userHooks: string | null;
}

/** The organisation's folder. */
export const ENFORCED_FOLDER = "/etc/gatehouse";

/**
 * Where policies are read from. The organisation's folder always counts: no option of a lower tier and no command line
 * leaves it out.
 */
export function places(options: PlaceOptions): readonly Place[] {
  const { project, home } = options;
  const enforced: Place[] = [
    { path: ENFORCED_FOLDER, tier: "enforced", required: false, format: "gatehouse", guarded: true },
    ...options.enforced.map((path): Place => ({ path, tier: "enforced", required: true })),
  ];
  if (options.policies !== undefined) {
    return [...enforced, ...options.policies.map((path): Place => ({ path, tier: "project", required: true }))];
  }
  const hooks = (folder: string | null, base: string, tier: Tier): Place[] =>
    folder === null
      ? []
      : [{ path: expandHome(folder, home, base), tier, required: false, format: "mayros" }];
  return [
    ...enforced,
    ...hooks(options.projectHooks, project, "project"),
    { path: join(project, ".gatehouse"), tier: "project", required: false, format: "gatehouse" },
    ...hooks(options.userHooks, home, "user"),
    { path: join(home, ".gatehouse"), tier: "user", required: false, format: "gatehouse" },
  ];
}
