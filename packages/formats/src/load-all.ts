import type { Issue } from "@gatehouse/condition/json";
import type { LostPolicy, PolicyDefinition, Tier } from "@gatehouse/engine";
import { duplicateNames } from "./duplicate-names.js";
import { load, type Loaded, type LoadOptions } from "./load.js";
import type { PolicyTest } from "./gatehouse/policy-test.js";

/** One file that somebody else has read. */
export interface PolicyFile extends Pick<LoadOptions, "path" | "format" | "tier"> {
  readonly text: string | Uint8Array;
}

/** What many files hold. */
export interface LoadedFiles extends Loaded {
  /** For each policy, in the order of `policies`, the index of its file among those given: paths are for showing only. */
  readonly sources: readonly number[];
}

export interface LoadAllOptions {
  /** The most files; the rest is not loaded and reported. Default 10000. */
  readonly maxFiles?: number;
}

const DEFAULT_MAX_FILES = 10_000;
/** Of equal priority, the organisation's files run first, then the project's, then the user's. */
const TIER_ORDER: Readonly<Record<Tier, number>> = { enforced: 0, project: 1, user: 2 };

/**
 * Reads many policy files into one list of policies. The order of the files does not matter: ties of priority are
 * broken by tier (enforced, project, user), then by path in code-unit order, then by place in the file.
 *
 * Two policies whose names are equal (after Unicode NFC) are an error, and both stay in force: nobody switches a
 * policy off by taking its name.
 */
export function loadAll(files: readonly PolicyFile[], options: LoadAllOptions = {}): LoadedFiles {
  const { maxFiles = DEFAULT_MAX_FILES } = options;
  const sorted = files
    .map((file, source) => ({ file, source }))
    .toSorted((a, b) => compareFiles(a.file, b.file));
  const sources: number[] = [];
  const policies: PolicyDefinition[] = [];
  const issues: Issue[] = [];
  const lost: LostPolicy[] = [];
  const tests: PolicyTest[] = [];
  for (const { file, source } of sorted.slice(0, maxFiles)) {
    const { text, ...named } = file;
    const loaded = load(text, { ...named, order: (policies.at(-1)?.order ?? -1) + 1 });
    policies.push(...loaded.policies);
    sources.push(...loaded.policies.map(() => source));
    issues.push(...loaded.issues);
    lost.push(...loaded.lost);
    tests.push(...loaded.tests);
  }
  const beyond = sorted[maxFiles]?.file;
  if (beyond !== undefined) {
    const message = `${sorted.length} policy files, at most ${maxFiles} are loaded; this one and those after it are not`;
    const tier = beyond.tier ?? "project";
    lost.push({ file: beyond.path, events: "all gating", tier, why: message });
    issues.push({
      severity: "error",
      code: "too-many",
      message,
      path: beyond.path,
      line: 1,
      column: 1,
      cure: "merge or remove files",
    });
  }
  issues.push(...duplicateNames(policies, "files"));
  return { policies, issues, lost, tests, sources };
}

/** Code units, so that the order is the same on every machine. */
function compareFiles(a: PolicyFile, b: PolicyFile): number {
  const tiers = TIER_ORDER[a.tier ?? "project"] - TIER_ORDER[b.tier ?? "project"];
  return tiers !== 0 ? tiers : a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
