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
export function patchPaths(patch: string): readonly string[] | undefined {
  const paths = new Set<string>();
  for (const [, path = ""] of patch.matchAll(LINE)) {
    paths.add(path.trim());
    if (paths.size > MAX_PATHS) return undefined;
  }
  return [...paths];
}
