import type { Issue } from "@gatehouse-hooks/json";
import type { CellDefinition, LostPolicy, PolicyDefinition, Tier } from "@gatehouse-hooks/engine";
import { duplicateNames } from "./duplicate-names.js";
import { load, type Loaded, type LoadOptions } from "./load.js";
import type { PolicyTest } from "./gatehouse/policy-test.js";
import type { Host } from "./host.js";
import { HOSTS } from "./hosts.js";
import { VOCABULARY, vocabularyOf } from "./vocabulary.js";

/** One file that the caller has read. */
export interface PolicyFile extends Pick<LoadOptions, "path" | "format" | "tier" | "options"> {
  readonly text: string | Uint8Array;
  /** It may be another version of one of the files, as another checkout has it: its policies may have the names of those. Default false. */
  readonly isVersion?: boolean;
}

export interface LoadAllOptions<File extends PolicyFile = PolicyFile> {
  /** Whose files are read. Default `HOSTS`. */
  readonly hosts?: readonly Host[];
  /** As in `LoadOptions`. */
  readonly ownEvents?: readonly string[];
  /** The most files; the rest is not loaded and reported. Default 10000. */
  readonly maxFiles?: number;
  /**
   * Called with what each file gave, before the next one is loaded: a path is for showing, so this is how a host knows which file a
   * policy came from.
   */
  readonly onFile?: (file: File, loaded: Loaded) => void;
}

/** Of equal priority, the organisation's files run first, then the project's, then the user's. */
const TIER_ORDER: Readonly<Record<Tier, number>> = { enforced: 0, project: 1, user: 2 };

/**
 * Reads many policy files into one list of policies. The order of the files does not matter: ties of priority are
 * broken by tier (enforced, project, user), then by path in code-unit order, then by place in the file.
 *
 * Two policies whose names are equal (after Unicode NFC) are an error, and both stay in force: a policy
 * cannot be switched off by taking its name.
 */
export function loadAll<File extends PolicyFile>(
  files: readonly File[],
  options: LoadAllOptions<File> = {},
): Loaded {
  const versions = new Set<PolicyDefinition>();
  const { maxFiles = 10_000, onFile, hosts = HOSTS, ownEvents = [] } = options;
  const sorted = files.toSorted(compareFiles);
  const policies: PolicyDefinition[] = [];
  const issues: Issue[] = [];
  const lost: LostPolicy[] = [];
  const drafts: PolicyDefinition[] = [];
  const tests: PolicyTest[] = [];
  const memory: CellDefinition[] = [];
  for (const file of sorted.slice(0, maxFiles)) {
    const { text, isVersion = false, ...named }: PolicyFile = file;
    const loaded = load(text, { ...named, hosts, ownEvents, order: (policies.at(-1)?.order ?? -1) + 1 });
    policies.push(...loaded.policies);
    if (isVersion) for (const policy of loaded.policies) versions.add(policy);
    issues.push(...loaded.issues);
    lost.push(...loaded.lost);
    drafts.push(...(loaded.drafts ?? []));
    tests.push(...loaded.tests);
    memory.push(...(loaded.memory ?? []));
    onFile?.(file, loaded);
  }
  const beyond = sorted[maxFiles];
  if (beyond !== undefined) {
    const tooMany = beyondLimit(beyond, sorted.length, maxFiles);
    lost.push(tooMany.lost);
    issues.push(tooMany.issue);
  }
  issues.push(
    ...duplicateNames(
      policies.filter((policy) => !versions.has(policy)),
      "files",
    ),
  );
  return {
    policies,
    issues,
    lost,
    ...(drafts.length > 0 && { drafts }),
    tests,
    ...(memory.length > 0 && { memory }),
    vocabulary: hosts === HOSTS ? VOCABULARY : vocabularyOf(hosts),
  };
}

/** The first file that is not loaded since there are too many. */
function beyondLimit(
  { path, tier = "project" }: PolicyFile,
  files: number,
  maxFiles: number,
): { readonly lost: LostPolicy; readonly issue: Issue } {
  const why = `${files} policy files, at most ${maxFiles} are loaded; this one and those after it are not`;
  const cure = "merge or remove files";
  return {
    lost: { file: path, events: "all gating", tier, why },
    issue: { severity: "error", code: "too-many", message: why, path, line: 1, column: 1, cure },
  };
}

/** What the loaders have reported already, with line and column. */
const SAID: ReadonlySet<string> = new Set(["duplicate-id", "condition-unparsed"]);

/**
 * What compiling has found beside what loading has: nothing is told twice.
 *
 * @param loaded what loading has found in the same files
 */
export function newIssues(compiled: readonly Issue[], loaded: readonly Issue[]): readonly Issue[] {
  const names = new Set(loaded.filter(({ code }) => code === UNKNOWN).map(nameIn));
  return compiled.filter(
    (issue) => !SAID.has(issue.code) && !(issue.code === UNKNOWN && names.has(nameIn(issue))),
  );
}

const UNKNOWN = "unknown-event";

/** The file, and the last name that a message quotes. */
function nameIn({ path = "", message }: Issue): string {
  return JSON.stringify([path, [...message.matchAll(/`([^`]+)`/g)].at(-1)?.[1]]);
}

/** Code units, so that the order is the same on every machine. */
function compareFiles(a: PolicyFile, b: PolicyFile): number {
  const tiers = TIER_ORDER[a.tier ?? "project"] - TIER_ORDER[b.tier ?? "project"];
  return tiers !== 0 ? tiers : a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
