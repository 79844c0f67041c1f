import { compilePolicies, type Issue, type PolicyDefinition, type PolicySet } from "@gatehouse/engine";
import { loadAll, type MayrosConfig } from "@gatehouse/formats";
import type { Io } from "../io.js";
import type { Settings } from "../settings.js";
import { brokenFiles } from "./broken-files.js";
import { findConfig, type FoundConfig } from "./find-config.js";
import { loadErrorPolicies } from "./load-error-policies.js";
import { places } from "./places.js";
import { readPlaces } from "./read-places.js";
import { withModel } from "./with-model.js";

/** Everything that decides, and everything that is wrong with it. */
export interface LoadedPolicies {
  readonly set: PolicySet;
  readonly issues: readonly Issue[];
  /** Paths of the policy files that were read. */
  readonly files: readonly string[];
  readonly config: MayrosConfig;
  /** What the user should know, and is no issue of a file. */
  readonly notices: readonly string[];
}

/**
 * Loads the policies of all places (packages/cli/README.md, "Where policies come from"). Files with errors never hide
 * the others, and what they lose is replaced by `loadErrorPolicies`.
 */
export async function loadPolicies(io: Io, settings: Settings): Promise<LoadedPolicies> {
  const found = await findConfig(settings);
  const { config } = found;
  const notices: string[] = [];
  const { files, issues: readIssues } = await readPlaces(
    places({
      project: settings.project,
      home: io.home,
      policies: settings.policies,
      enforced: settings.enforced,
      ...hookFolders(found, notices),
    }),
  );
  const loaded = loadAll(files);
  const definitions = settings.model === undefined ? loaded.policies : withModel(loaded.policies, settings.model);
  // Compiled twice: only compiling tells which definitions are unusable, and those need a stand-in.
  const tried = compilePolicies(definitions);
  const issues = [...found.issues, ...readIssues, ...loaded.issues, ...tried.issues];
  const broken = brokenFiles({ found, files, readIssues, loaded, tried });
  const standIns = loadErrorPolicies(broken, settings.onLoadError);
  const set = standIns.length === 0 ? tried.set : compilePolicies([...definitions, ...standIns]).set;
  return { set, issues, files: files.map((file) => file.path), config, notices };
}

/**
 * The Mayros folders in force. A configuration that was only found in the project says nothing about the user's own
 * hooks: a repository that somebody clones must not switch them off.
 */
function hookFolders(
  { config, named, path }: FoundConfig,
  notices: string[],
): { readonly projectHooks: string | null; readonly userHooks: string | null } {
  const off = !config.enabled;
  if (off) {
    const whose = named ? "the Mayros hooks are" : "the project's Mayros hooks are";
    notices.push(`${whose} off: \`enabled\` is false in \`${path ?? ""}\``);
  }
  return {
    projectHooks: off ? null : config.projectHooksDir,
    userHooks: !named ? "~/.mayros/hooks" : off ? null : config.userHooksDir,
  };
}

/** The definitions that judge policies are made from, for a report. */
export function hasJudge(policies: readonly PolicyDefinition[]): boolean {
  return policies.some((policy) => policy.enabled !== false && policy.handler.kind === "judge");
}
