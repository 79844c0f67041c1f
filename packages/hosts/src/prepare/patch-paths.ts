import type { JsonObject } from "@gatehouse-hooks/json";
import type { Call } from "./prepare-payload.js";

/** The most files of one patch that are named. */
const MAX_PATHS = 10_000;
const LINE = /^[ \t]*\*\*\* (?:Add File|Update File|Delete File|Move to): (.*)$/gmu;

/**
 * The files that a patch in Codex's format adds, changes, deletes or moves to, as it writes them: relative to the working directory
 * or absolute. A line of a file's content that looks like a header counts as one: a guard names a file too many rather than one
 * too few.
 *
 * @returns undefined where there are more than can be named: what is left out would be unguarded
 */
function patchPaths(patch: string): readonly string[] | undefined {
  const paths = new Set<string>();
  for (const [, path = ""] of patch.matchAll(LINE)) {
    paths.add(path.trim());
    if (paths.size > MAX_PATHS) return undefined;
  }
  return [...paths];
}

/** The call of a tool that is given a patch: with `path` where it is about one file, with `paths` always. A string: what is wrong. */
export function callWithPatch(name: string, input: JsonObject, patch: string): Call | string {
  const paths = patchPaths(patch);
  if (paths === undefined) return "the patch names too many files to look at";
  const [path] = paths;
  return { name, input, params: { paths, ...(paths.length === 1 && path !== undefined ? { path } : {}) } };
}
