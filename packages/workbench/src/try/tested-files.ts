import type { PolicyDefinition } from "@gatehouse-hooks/engine";
import { formatByContent, loadAll, type PolicyTest } from "@gatehouse-hooks/hosts";
import type { Issue } from "@gatehouse-hooks/json";
import { readPolicyFiles } from "@gatehouse-hooks/runtime";
import { resolve } from "node:path";
import {
  findConfig,
  isProjectFolder,
  loadPolicies,
  mayrosOptions,
  shownFrom,
  type WrittenFile,
} from "@gatehouse-hooks/local/places";
import type { Sources } from "@gatehouse-hooks/language-server/proven";
import type { Context } from "@gatehouse-hooks/local";
import { UsageError } from "@gatehouse-hooks/console";

/** The files whose tests are run, and what is wrong with them. */
export interface TestedFiles {
  readonly files: readonly WrittenFile[];
  readonly issues: readonly Issue[];
  /** Policies of files that are not trusted are tested as they are written, and do not act. */
  readonly notices: readonly string[];
  readonly looked: readonly string[];
  readonly sources: Sources;
}

/**
 * Reads what is named: of a project (a folder with `.gatehouse` and the like) everything that is in force there; files and other folders as
 * they are. Without paths, what is in force here.
 *
 * @throws UsageError when paths are given that hold no policy file
 */
export async function testedFiles(context: Context, paths: readonly string[]): Promise<TestedFiles> {
  const { io, settings } = context;
  const absolute = paths.map((path) => resolve(io.cwd, path));
  const isProject = await Promise.all(absolute.map(isProjectFolder));
  const projects = absolute.filter((_, i) => isProject[i] === true);
  const groups: TestedFiles[] = [
    await looseFiles(
      context,
      paths.filter((_, i) => isProject[i] !== true),
    ),
  ];
  if (paths.length === 0) groups.push(await inForce(context, settings));
  for (const project of projects)
    groups.push(await inForce(context, { ...settings, project, policies: undefined }));
  const issues = groups.flatMap((group) => group.issues);
  const files = new Map(groups.flatMap((group) => group.files).map((file) => [file.path, file]));
  if (paths.length > 0 && files.size === 0) refuse(paths, issues);
  return {
    files: [...files.values()],
    issues: [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()],
    notices: [...new Set(groups.flatMap((group) => group.notices))],
    looked: [...new Set(groups.flatMap((group) => group.looked))],
    sources: new Map(groups.flatMap((group) => [...group.sources])),
  };
}

function refuse(paths: readonly string[], issues: readonly Issue[]): never {
  const [issue] = issues;
  const named = paths.map((path) => `\`${path}\``).join(", ");
  if (issue === undefined) throw new UsageError(`there is no policy file in ${named}`);
  throw new UsageError(`cannot read ${named}: ${issue.message}`, issue.cure);
}

async function looseFiles({ io, settings }: Context, paths: readonly string[]): Promise<TestedFiles> {
  const roots = paths.map((path) => ({ path, required: true, named: true as const }));
  const read = await readPolicyFiles(roots, { cwd: io.cwd, home: io.home });
  const files: WrittenFile[] = [];
  const { policyFormat: format } = settings;
  const mayros = mayrosOptions(await findConfig(settings, io.home), "project");
  const loaded = loadAll(
    read.files.map((file) => ({
      path: file.path,
      text: file.text,
      options: { mayros },
      ...formatOfFile(format ?? formatByContent(file.path, file.text)),
    })),
    {
      onFile: ({ path }, { policies, tests, memory }) => {
        files.push({ path, policies, tests, memory });
        io.progress?.("reading policy files", files.length, read.files.length);
      },
    },
  );
  return {
    files,
    issues: [...read.issues, ...loaded.issues],
    notices: [],
    looked: paths.map((path) => shownFrom(io.cwd, resolve(io.cwd, path))),
    sources: new Map(read.files.map((file) => [file.path, file.text])),
  };
}

function formatOfFile(format: string | undefined): { readonly format?: string } {
  return format === undefined ? {} : { format };
}

async function inForce({ io }: Context, settings: Context["settings"]): Promise<TestedFiles> {
  const { written, issues, notices, looked, sources } = await loadPolicies(io, settings);
  return { files: written, issues, notices, looked, sources };
}

/** The policies that a test is about: its own, or all of its file. */
export function policiesUnder(file: WrittenFile, test: PolicyTest): readonly PolicyDefinition[] {
  return test.policy === null ? file.policies : file.policies.filter(({ id }) => id === test.policy);
}
