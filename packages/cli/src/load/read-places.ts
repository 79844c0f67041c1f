import type { Issue, Tier } from "@gatehouse/engine";
import { type PolicyFile, readPolicyFiles } from "@gatehouse/runtime";
import { stat } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import { isOrganisations } from "./is-organisations.js";
import type { Place } from "./places.js";

/** Files that could be read, and what is wrong with the others. */
export interface ReadPlaces {
  readonly files: readonly PolicyFile[];
  readonly issues: readonly Issue[];
  /** Who stands behind a path, also behind one that could not be read. */
  readonly tierOf: (path: string) => Tier;
}

/** Reads all places. Paths are shown as seen from the working directory. */
export async function readPlaces(all: readonly Place[], cwd: string, home: string): Promise<ReadPlaces> {
  const roots = all.map(({ path, ...place }) => ({ ...place, path: shownFrom(cwd, path) }));
  const read = await readPolicyFiles(roots, { cwd, home });
  const files: PolicyFile[] = [];
  const issues: Issue[] = [...read.issues];
  for (const file of read.files) {
    const problem = await guardProblem(all, resolve(cwd, file.path));
    if (problem === null) files.push(file);
    else issues.push({ ...problem, path: file.path });
  }
  const tierOf = (path: string): Tier =>
    roots.find((root) => path === root.path || path.startsWith(`${root.path}/`))?.tier ?? "project";
  return { files, issues, tierOf };
}

/** Whoever can write a file of the organisation's folder could speak in its name. */
async function guardProblem(all: readonly Place[], path: string): Promise<Issue | null> {
  const folder = dirname(path);
  if (!all.some((place) => place.guarded === true && place.path === folder)) return null;
  if (isOrganisations(await stat(folder)) && isOrganisations(await stat(path))) return null;
  return {
    severity: "error",
    code: "not-organisation",
    message: "the file or its folder is not owned by root, or others may write it: it is not loaded",
    cure: "chown root, chmod go-w",
  };
}

function shownFrom(cwd: string, path: string): string {
  const near = relative(cwd, path);
  return near === "" || near.startsWith("..") || isAbsolute(near) ? path : near;
}
