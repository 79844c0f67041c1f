import { compilePolicies, policiesOf, type PolicyDefinition, type PolicySet } from "@gatehouse-hooks/engine";
import { loadAll, newIssues, type PolicyFile, VOCABULARY } from "@gatehouse-hooks/hosts";
import type { Issue } from "@gatehouse-hooks/json";

/** Where a policy is written. */
export interface WrittenPolicy {
  readonly id: string;
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** What is wrong with a set of files, and where its policies are. */
export interface Checked {
  readonly issues: readonly Issue[];
  readonly policies: readonly WrittenPolicy[];
}

/** Finds what policies cannot do; what loading has found is known already. */
export type Analyze = (
  set: PolicySet,
  known: readonly Issue[],
  drafts: readonly PolicyDefinition[],
) => readonly Issue[];

/**
 * Loads files that decide together, and says what is wrong with them, without a file system: for a playground, and for a file that is in
 * no project.
 *
 * @example
 * const { issues } = checkFiles([{ path: "rules.yaml", text: "version: 1" }]);
 */
export function checkFiles(files: readonly PolicyFile[], analyze: Analyze = () => []): Checked {
  const loaded = loadAll(files);
  const { set, issues } = compilePolicies(loaded, { vocabulary: VOCABULARY });
  const known = [...loaded.issues, ...newIssues(issues, loaded.issues)];
  return {
    issues: [...known, ...analyze(set, known, loaded.drafts ?? [])],
    policies: writtenPolicies(policiesOf(set)),
  };
}

/** The places of policies that are written in files. */
export function writtenPolicies(
  policies: readonly Pick<PolicyDefinition, "id" | "source">[],
): readonly WrittenPolicy[] {
  return policies.flatMap(({ id, source }) =>
    source === undefined ? [] : [{ id, path: source.path, line: source.line ?? 1 }],
  );
}
