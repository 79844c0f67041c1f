import type { Issue } from "@gatehouse-hooks/json";
import { resolve } from "node:path";
import { type LoadedPolicies, loadPolicies } from "../load/load-policies.js";
import { isProjectFolder } from "../load/project-folder.js";
import type { Sources } from "../print/excerpt.js";
import type { Context, Settings } from "../settings.js";
import type { ShownIssue } from "../print/issues.js";
import { withColumn } from "./with-column.js";
import { analysisIssues } from "./analysis-issues.js";

/** What was checked: sets of policies that decide together, with what is wrong with each. */
export interface CheckedSets {
  readonly sets: readonly LoadedPolicies["set"][];
  readonly files: readonly string[];
  readonly issues: readonly ShownIssue[];
  readonly looked: readonly string[];
  readonly sources: Sources;
}

/**
 * Loads and analyses what is named: each project (a folder with `.gatehouse` and the like) is a set by itself, with all that is in force
 * there; files and other folders are one set. Without paths, what is in force here.
 *
 * @param conflicts whether policies that contradict each other are reported, too
 */
export async function checkedSets(
  { io, settings }: Context,
  paths: readonly string[],
  conflicts: boolean,
): Promise<CheckedSets> {
  const absolute = paths.map((path) => resolve(io.cwd, path));
  const projects = await Promise.all(absolute.map(isProjectFolder));
  const loose = absolute.filter((_, i) => projects[i] !== true);
  const groups: readonly Settings[] =
    paths.length === 0
      ? [settings]
      : [
          ...absolute
            .filter((_, i) => projects[i] === true)
            .map((project) => ({ ...settings, project, policies: undefined })),
          ...(loose.length > 0 ? [{ ...settings, policies: loose }] : []),
        ];
  const loaded: LoadedPolicies[] = [];
  for (const group of groups) loaded.push(await loadPolicies(io, group));
  const issues = loaded.flatMap((one) => [
    ...one.issues.map((issue) => withColumn(issue, one.sources)),
    ...analysisIssues(one.set, { known: one.issues, sources: one.sources, conflicts }),
    ...one.unread,
  ]);
  return {
    sets: loaded.map(({ set }) => set),
    files: [...new Set(loaded.flatMap(({ files }) => files))],
    issues: once(issues),
    looked: [...new Set(loaded.flatMap(({ looked }) => looked))],
    sources: new Map(loaded.flatMap(({ sources }) => [...sources])),
  };
}

/** The user's policies are in force in each project, and are wrong once. */
function once<One extends Issue>(issues: readonly One[]): readonly One[] {
  const known = new Map(issues.map((issue) => [JSON.stringify(issue), issue]));
  return [...known.values()];
}
