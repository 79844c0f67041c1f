import { compilePolicies, type Issue, type PolicyDefinition, type PolicySet } from "@gatehouse/engine";
import { loadAll } from "@gatehouse/formats";
import { inertPolicies, readTrustStore } from "@gatehouse/runtime";
import { join } from "node:path";
import type { Io } from "../io.js";
import type { Settings } from "../settings.js";
import { brokenFiles } from "./broken-files.js";
import { type EnforcementClaim, enforcementClaims } from "./enforcement-claims.js";
import { findConfig, type FoundConfig } from "./find-config.js";
import { inertNotices, trustCure } from "./inert-notices.js";
import { loadErrorPolicies } from "./load-error-policies.js";
import { places } from "./places.js";
import { readPlaces, TRUST_FILE } from "./read-places.js";

/** Everything that decides, and everything that is wrong with it. */
export interface LoadedPolicies {
  readonly set: PolicySet;
  readonly issues: readonly Issue[];
  /** Paths of the policy files that were read. */
  readonly files: readonly string[];
  readonly found: FoundConfig;
  /** What the user should know, and is no issue of a file. */
  readonly notices: readonly string[];
  /** Attempts to claim enforcement; they stand among the issues, too. */
  readonly claims: readonly EnforcementClaim[];
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
    policyFormat: settings.policyFormat,
    enforced: settings.enforced,
    ...hookFolders(found, notices),
  });
  const trust = await readTrustStore(join(io.home, TRUST_FILE));
  const read = await readPlaces(all, io.cwd, io.home, trust.store);
  const loaded = loadAll(read.files);
  const { policies, inert } = inertPolicies(loaded.policies, (path) => read.mayAct.has(path), trustCure);
  notices.push(...inertNotices(inert));
  const claims = enforcementClaims(loaded.issues, policies, (path) => read.tierOf(path) === "enforced");
  const definitions = settings.model === undefined ? policies : withModel(policies, settings.model);
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
      ...trust.issues,
      ...loaded.issues,
      ...claims,
      ...compiled.issues.filter((issue) => !SAID.has(issue.code)),
    ],
    files: read.files.map((file) => file.path),
    found,
    notices,
    claims,
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
