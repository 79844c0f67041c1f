import { resolve } from "node:path";
import { exists, isProjectFolder, type LoadedPolicies, loadPolicies } from "@gatehouse-hooks/local/places";
import type { Context } from "@gatehouse-hooks/local";
import { type RevisionFiles, revisionFiles } from "./revision-files.js";

/**
 * The policies of one side of a comparison: a file, a folder of files, a project (a folder with `.gatehouse` and the like, with all
 * that is in force there), or a revision of the project's repository.
 *
 * @throws UsageError for anything else
 */
export async function diffSide({ io, settings }: Context, given: string): Promise<LoadedPolicies> {
  const path = resolve(io.cwd, given);
  if (await exists(path)) return load(path);
  const files: RevisionFiles = await revisionFiles(io, settings.project, given);
  try {
    return await load(files.path);
  } finally {
    await files.remove();
  }

  async function load(at: string): Promise<LoadedPolicies> {
    return loadPolicies(
      io,
      (await isProjectFolder(at))
        ? { ...settings, project: at, policies: undefined }
        : { ...settings, policies: [at] },
    );
  }
}
