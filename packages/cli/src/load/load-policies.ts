import { compilePolicies, type Issue, type PolicyDefinition, type PolicySet } from "@gatehouse/engine";
import { loadAll } from "@gatehouse/formats";
import type { Io } from "../io.js";
import type { Settings } from "../settings.js";
import { brokenFiles } from "./broken-files.js";
import { findConfig, type FoundConfig } from "./find-config.js";
import { loadErrorPolicies } from "./load-error-policies.js";
import { places } from "./places.js";
import { readPlaces } from "./read-places.js";

/** Everything that decides, and everything that is wrong with it. */
export interface LoadedPolicies {
  readonly set: PolicySet;
  readonly issues: readonly Issue[];
  /** Paths of the policy files that were read. */
  readonly files: readonly string[];
  readonly found: FoundConfig;
  /** What the user should know, and is no issue of a file. */
  readonly notices: readonly string[];
}

/** What the formats have said already, with line and column. */
const SAID: ReadonlySet<string> = new Set(["duplicate-id", "condition-unparsed"]);

/**
 * Loads the policies of all places (README, "Where policies come from"). A file with errors never hides the others, and
 * what it loses is replaced by `loadErrorPolicies`.
 */
export async function loadPolicies(io: Io, settings: Settings): Promise<LoadedPolicies> {
  const found = await findConfig(settings);
  const notices: string[] = [];
  const all = places({
    project: settings.project,
    home: io.home,
    policies: settings.policies,
    enforced: settings.enforced,
    ...hookFolders(found, notices),
  });
  const read = await readPlaces(all, io.cwd, io.home);
  const loaded = loadAll(read.files);
  const definitions =
    settings.model === undefined ? loaded.policies : withModel(loaded.policies, settings.model);
  const compiled = compilePolicies(definitions);
  const broken = brokenFiles({
    tierOf: read.tierOf,
    unread: [...found.issues, ...read.issues],
    policies: loaded.policies,
    issues: loaded.issues,
    compiled: compiled.issues,
  });
  const standIns = loadErrorPolicies(broken, settings.onLoadError);
  return {
    set: standIns.length === 0 ? compiled.set : compilePolicies([...definitions, ...standIns]).set,
    issues: [
      ...found.issues,
      ...read.issues,
      ...loaded.issues,
      ...compiled.issues.filter((issue) => !SAID.has(issue.code)),
    ],
    files: read.files.map((file) => file.path),
    found,
    notices,
  };
}

/**
 * The Mayros folders in force. A configuration that was only found in the project says nothing about the user's own
 * hooks: a repository that somebody clones must not switch them off.
 */
function hookFolders(
  { config, named, path = "" }: FoundConfig,
  notices: string[],
): { readonly projectHooks: string | null; readonly userHooks: string | null } {
  const { enabled, projectHooksDir, userHooksDir } = config;
  if (!enabled)
    notices.push(`${named ? "" : "the project's "}Mayros hooks are off: \`enabled\` is false in ${path}`);
  return {
    projectHooks: enabled ? projectHooksDir : null,
    userHooks: named ? (enabled ? userHooksDir : null) : "~/.mayros/hooks",
  };
}

/** Verdict keys hold the model, so no answer of the old one is reused. */
function withModel(policies: readonly PolicyDefinition[], model: string): readonly PolicyDefinition[] {
  return policies.map((policy) =>
    policy.handler.kind === "judge" ? { ...policy, handler: { ...policy.handler, model } } : policy,
  );
}
