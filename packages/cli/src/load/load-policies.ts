import {
  compilePolicies,
  type Issue,
  type LostPolicy,
  type PolicyDefinition,
  type PolicySet,
  type Tier,
} from "@gatehouse/engine";
import { loadAll } from "@gatehouse/formats";
import { inertPolicies, readTrustStore } from "@gatehouse/runtime";
import { join } from "node:path";
import type { Io } from "../io.js";
import type { Sources } from "../print/excerpt.js";
import type { Settings } from "../settings.js";
import { type EnforcementClaim, enforcementClaims } from "./enforcement-claims.js";
import { findConfig, type FoundConfig } from "./find-config.js";
import { inertNotices, trustCure } from "./inert-notices.js";
import { places } from "./places.js";
import { readPlaces, TRUST_FILE } from "./read-places.js";

/** Everything that decides, and everything that is wrong with it. */
export interface LoadedPolicies {
  readonly set: PolicySet;
  readonly issues: readonly Issue[];
  /** What is not in force; the set denies what it would have guarded. */
  readonly lost: readonly LostPolicy[];
  /** Paths of the policy files that were read. */
  readonly files: readonly string[];
  /** The texts of these files, to show lines of them. */
  readonly sources: Sources;
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
 * a stand-in denies what it would have guarded.
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
  const unread = [...found.issues, ...read.issues].flatMap((issue) => lostFile(issue, read.tierOf));
  const { set, lost, ...compiled } = compilePolicies(
    { policies: definitions, lost: [...unread, ...loaded.lost] },
    { onLost: settings.onLoadError },
  );
  return {
    set,
    lost,
    issues: [
      ...found.issues,
      ...read.issues,
      ...trust.issues,
      ...loaded.issues,
      ...claims,
      ...compiled.issues.filter((issue) => !SAID.has(issue.code)),
    ],
    files: read.files.map((file) => file.path),
    sources: new Map(read.files.map((file) => [file.path, file.text])),
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

/** A file or place that could not be read: nobody knows what it would have guarded. */
function lostFile(
  { severity, message, cure, path = "", line }: Issue,
  tierOf: (path: string) => Tier,
): readonly LostPolicy[] {
  if (severity !== "error") return [];
  const why = cure === undefined ? message : `${message}; cure: ${cure}`;
  return [
    { file: path, events: "all gating", tier: tierOf(path), why, ...(line === undefined ? {} : { line }) },
  ];
}
