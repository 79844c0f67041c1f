import type { Issue, Tier } from "@gatehouse/engine";
import { isTrusted, notRoots, type PolicyFile, readPolicyFiles, type TrustStore } from "@gatehouse/runtime";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { Format } from "../format-names.js";
import { SETTINGS_FILE } from "./organisation-settings.js";
import { ENFORCED_FOLDER, type Place } from "./places.js";
import { readPinnedKeys, signatureProblem } from "./signed-files.js";

/** Files that could be read, and what is wrong with the others. */
export interface ReadPlaces {
  readonly files: readonly (PolicyFile & { readonly format?: Format })[];
  readonly issues: readonly Issue[];
  /** The files, as shown, whose policies may act: trusted by content, or from a place that needs no trust. */
  readonly mayAct: ReadonlySet<string>;
  /** Who stands behind a path, also behind one that could not be read. */
  readonly tierOf: (path: string) => Tier;
}

/** The user's list of trusted files lies beside the user's policies, and is none. */
export const TRUST_FILE: string = join(".gatehouse", "trust.json");

/** Reads all places. Paths are shown as seen from the working directory. */
export async function readPlaces(
  all: readonly Place[],
  cwd: string,
  home: string,
  trust: TrustStore = { files: [] },
): Promise<ReadPlaces> {
  const roots = all.map(({ path, ...place }) => ({ ...place, path: shownFrom(cwd, path) }));
  const read = await readPolicyFiles(roots, { cwd, home });
  const settings = [ENFORCED_FOLDER, join(home, ".gatehouse", "organisation")];
  const others = [join(home, TRUST_FILE), ...settings.map((folder) => join(folder, SETTINGS_FILE))];
  const isPolicies = (path: string | undefined): boolean =>
    path === undefined || !others.includes(resolve(cwd, path));
  const files: (PolicyFile & { readonly format?: Format })[] = [];
  const mayAct = new Set<string>();
  const issues: Issue[] = read.issues.filter((issue) => isPolicies(issue.path));
  const keys = await readPinnedKeys(all, home);
  issues.push(...keys.issues);
  for (const file of read.files) {
    const path = resolve(cwd, file.path);
    if (!isPolicies(path)) continue;
    const place = all.find((one) => one.path === path || one.path === dirname(path));
    const problem =
      place?.guard === "root"
        ? await rootProblem(path)
        : place?.guard === "signature"
          ? await signatureProblem(path, file.text, keys.keys)
          : null;
    if (problem !== null) {
      issues.push({ ...problem, path: file.path });
      continue;
    }
    files.push(place?.format === undefined ? file : { ...file, format: place.format });
    if (place?.needsTrust !== true || (await isTrusted(trust, path, file.text))) mayAct.add(file.path);
  }
  const tierOf = (path: string): Tier =>
    roots.find((root) => path === root.path || path.startsWith(`${root.path}/`))?.tier ?? "project";
  return { files, issues, mayAct, tierOf };
}

/** Whoever can write a file of the organisation's folder could speak in its name. */
async function rootProblem(path: string): Promise<Omit<Issue, "path"> | null> {
  let others: string | null;
  try {
    others = await notRoots(path);
  } catch {
    others = path;
  }
  if (others === null) return null;
  const what = others === path ? "the file" : `the folder \`${others}\``;
  return {
    severity: "error",
    code: "not-organisation",
    message: `${what} is not owned by root, or others may write it: the file is not loaded`,
    cure: "chown root, chmod go-w",
  };
}

/** A path as seen from the working directory. */
export function shownFrom(cwd: string, path: string): string {
  const near = relative(cwd, path);
  return near === "" || near.startsWith("..") || isAbsolute(near) ? path : near;
}
