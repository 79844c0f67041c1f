import type { Issue } from "@gatehouse-hooks/json";
import {
  provenIssues,
  type ShownIssue,
  type Sources,
  type UntypedTool,
  withColumn,
} from "@gatehouse-hooks/language-server/proven";
import { resolve } from "node:path";
import { isProjectFolder, type LoadedPolicies, loadPolicies } from "@gatehouse-hooks/local/places";
import type { Context, Settings } from "@gatehouse-hooks/local";
import type { FileToFix } from "./fix-files.js";
import { givenToolTypes } from "./given-tool-types.js";
import { readGivenTools } from "./given-tools.js";
import { hookCommandIssues } from "./hook-commands.js";

/** What was checked: sets of policies that decide together, with what is wrong with each. */
export interface CheckedSets {
  readonly sets: readonly LoadedPolicies["set"][];
  readonly files: readonly string[];
  /** Those of them that are in folders of the project and the user, or were named: not the organisation's, and none of the program. */
  readonly ownFiles: readonly FileToFix[];
  readonly issues: readonly ShownIssue[];
  readonly looked: readonly string[];
  readonly sources: Sources;
  /** Tools whose arguments policies read, and nothing is known of; only where tools are given. */
  readonly untyped?: readonly UntypedTool[];
}

/** What is looked for, and what is known beside the policies. */
interface CheckedSetsOptions {
  /** Policies that contradict each other are reported, too. */
  readonly conflicts: boolean;
  /** Files with the tools of MCP servers: `[SERVER=]FILE`. */
  readonly tools: readonly string[];
}

/**
 * Loads and analyses what is named: each project (a folder with `.gatehouse` and the like) is a set by itself, with all that is in force
 * there; files and other folders are one set. Without paths, what is in force here.
 *
 * @throws UsageError for a file of tools that cannot be read
 */
export async function checkedSets(
  context: Context,
  paths: readonly string[],
  { conflicts, tools: toolFiles }: CheckedSetsOptions,
): Promise<CheckedSets> {
  const { io, settings } = context;
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
  const given = await readGivenTools(io, toolFiles);
  const tools = givenToolTypes(given.servers);
  const untyped: UntypedTool[] = [];
  const issues = loaded.flatMap((one) => {
    const { issues: known, sources } = one;
    const written = one.written.flatMap(({ policies }) => policies);
    const proven = provenIssues(one.set, {
      known,
      tools,
      drafts: one.drafts,
      sources,
      conflicts,
      onPolicy: (done, of) => io.progress?.("looking for policies that do nothing", done, of),
    });
    untyped.push(...proven.untyped);
    const own = [...known, ...hookCommandIssues(context, written)];
    return [...own.map((issue) => withColumn(issue, sources)), ...proven.issues, ...one.unread];
  });
  return {
    sets: loaded.map(({ set }) => set),
    ownFiles: ownFilesOf(loaded),
    files: [...new Set(loaded.flatMap(({ files }) => files))],
    issues: once([...given.issues, ...issues]),
    ...(toolFiles.length > 0 && { untyped }),
    looked: [...new Set(loaded.flatMap(({ looked }) => looked))],
    sources: new Map(loaded.flatMap(({ sources }) => [...sources])),
  };
}

function ownFilesOf(loaded: readonly LoadedPolicies[]): readonly FileToFix[] {
  const places = loaded.flatMap(({ foundAt, enforcedFiles }) =>
    [...foundAt].filter(([path]) => !enforcedFiles.has(path)).map(([path, at]) => [at, path] as const),
  );
  return [...new Map(places)].map(([at, path]) => ({ path, at }));
}

/** The user's policies are in force in each project, and are wrong once. */
function once<One extends Issue>(issues: readonly One[]): readonly One[] {
  const known = new Map(issues.map((issue) => [JSON.stringify(issue), issue]));
  return [...known.values()];
}
