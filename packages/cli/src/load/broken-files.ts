import type { Issue, PolicyDefinition, Tier } from "@gatehouse/engine";
import type { BrokenFile } from "./load-error-policies.js";

/** What loading found out. */
export interface Findings {
  /** Files that were read. */
  readonly files: readonly { readonly path: string; readonly tier: Tier }[];
  /** Files that could not even be read. */
  readonly unread: readonly Issue[];
  /** What the formats made of the files. */
  readonly policies: readonly PolicyDefinition[];
  readonly issues: readonly Issue[];
  /** What the engine found wrong with the policies. */
  readonly compiled: readonly Issue[];
}

/** Errors after which everything that the file says is in force all the same. */
const HARMLESS: ReadonlySet<string> = new Set([
  "condition-syntax",
  "duplicate-name",
  "duplicate-id",
  "invalid-ast",
]);

/**
 * The files of which something is not in force. A file is broken when it gave no policy at all, and, in the native
 * format where a file holds many, when it has an error that may have cost one.
 */
export function brokenFiles({ files, unread, policies, issues, compiled }: Findings): readonly BrokenFile[] {
  const tiers = new Map(files.map((file) => [file.path, file.tier]));
  const errors = new Map<string, Issue[]>();
  const add = (issue: Issue): void => {
    const path = issue.path ?? "";
    errors.set(path, [...(errors.get(path) ?? []), issue]);
  };
  for (const issue of [...unread, ...compiled]) if (costly(issue)) add(issue);
  const whole = new Set(policies.filter((one) => one.source?.format === "mayros").map((one) => one.source?.path ?? ""));
  for (const issue of issues) if (costly(issue) && !whole.has(issue.path ?? "")) add(issue);
  return [...errors].map(([path, found]) => ({ path, tier: tiers.get(path) ?? "project", issues: found }));
}

function costly(issue: Issue): boolean {
  return issue.severity === "error" && !HARMLESS.has(issue.code);
}
