import type { Tier } from "@gatehouse/engine";
import { join } from "node:path";
import type { Format } from "../format-names.js";
import { expandHome } from "./expand-home.js";

/** A file or folder that policies are read from. */
export interface Place {
  /** Absolute. */
  readonly path: string;
  readonly tier: Tier;
  /** Named by somebody: it is an error when it does not exist. */
  readonly required: boolean;
  /** Which files of a folder count, by the end of their names; absent: all policy files. A README is none of ours. */
  readonly extensions?: readonly string[];
  /** Counts only as the organisation's word: only root can have written it, or a pinned key has signed it. */
  readonly guard?: "root" | "signature";
  /** Absent: by the names of the files. */
  readonly format?: Format;
  /** Policies that act do so only when the user trusts the file's content: a cloned project speaks for others. */
  readonly needsTrust?: true;
}

/** What decides where policies are read from. Paths are absolute. */
export interface PlaceOptions {
  readonly project: string;
  readonly home: string;
  /** Named on the command line, instead of the project's and the user's places. */
  readonly policies: readonly string[] | undefined;
  readonly policyFormat: Format | undefined;
  readonly enforced: readonly string[];
  /** The Mayros folders as configured, or `null` where the configuration turns them off. */
  readonly projectHooks: string | null;
  readonly userHooks: string | null;
}

/** The organisation's folder. */
export const ENFORCED_FOLDER = "/etc/gatehouse";
const MAYROS = [".md"];
const NATIVE = [".yaml", ".yml", ".json"];

/**
 * Where policies are read from. The organisation's folder always counts: neither a lower tier nor the command line
 * leaves it out.
 */
export function places(options: PlaceOptions): readonly Place[] {
  const { project, home } = options;
  const named = (path: string, tier: Tier): Place => ({ path, tier, required: true });
  const folder = (path: string, tier: Tier, extensions: readonly string[]): Place => ({
    path,
    tier,
    required: false,
    extensions,
  });
  // Document 003, "Configuration": global, then project.
  const mimir = (base: string, tier: Tier): Place => ({
    path: join(base, ".mimir", "config.yml"),
    tier,
    required: false,
  });
  const enforced: Place[] = [
    { ...folder(ENFORCED_FOLDER, "enforced", NATIVE), guard: "root" },
    { ...folder(join(home, ".gatehouse", "organisation"), "enforced", NATIVE), guard: "signature" },
    ...options.enforced.map((path) => named(path, "enforced")),
  ];
  if (options.policies !== undefined) {
    const { policyFormat: format } = options;
    return [
      ...enforced,
      ...options.policies.map((path) => ({ ...named(path, "project"), ...(format && { format }) })),
    ];
  }
  const hooks = (path: string | null, base: string, tier: Tier): Place[] =>
    path === null ? [] : [folder(expandHome(path, home, base), tier, MAYROS)];
  const found = [
    ...hooks(options.projectHooks, project, "project"),
    folder(join(project, ".gatehouse"), "project", NATIVE),
    mimir(project, "project"),
  ];
  return [
    ...enforced,
    ...found.map((place): Place => ({ ...place, needsTrust: true })),
    ...hooks(options.userHooks, home, "user"),
    folder(join(home, ".gatehouse"), "user", NATIVE),
    mimir(home, "user"),
  ];
}
