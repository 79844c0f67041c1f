import {
  type Checked,
  checkFiles,
  fileKindOf,
  writtenPolicies,
  type TextFile,
} from "@gatehouse-hooks/language-server";
import { hostToolTypes, provenIssues, withColumn } from "@gatehouse-hooks/language-server/proven";
import { policiesOf } from "@gatehouse-hooks/engine";
import { loadMayrosConfig } from "@gatehouse-hooks/hosts";
import type { Issue } from "@gatehouse-hooks/json";
import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import { checkHosts } from "../check/check-hosts.js";
import type { Io } from "@gatehouse-hooks/console";
import { isProjectFolder, type LoadedPolicies, loadPolicies } from "@gatehouse-hooks/local/places";
import type { Settings } from "@gatehouse-hooks/local";

/** What hosts say of their tools; an editor shows no conflicts, which are mostly meant. */
const HOSTS_TYPES = { tools: hostToolTypes(), conflicts: false };

/** More folders above a file are not looked at. */
const MAX_DEPTH = 30;

/**
 * What `gatehouse check` says of the projects of files, with the files as an editor has them; a file that is in force in no project is
 * a set of its own.
 *
 * @param files absolute paths, with their texts
 * @param hosts agents whose notices are wanted, too
 */
export async function checkOpenFiles(
  io: Io,
  settings: Settings,
  files: readonly TextFile[],
  hosts: readonly string[],
): Promise<Checked> {
  const unsaved = new Map<string, string>();
  const projects = new Set<string>();
  for (const { path, text } of files.filter((file) => isAbsolute(file.path))) {
    unsaved.set(path, text);
    projects.add((await projectOf(path, io.home)) ?? settings.project);
  }
  const found: Checked[] = [];
  const covered = new Set<string>();
  for (const project of projects) {
    const loaded = await loadPolicies(io, { ...settings, project, unsaved: await byRealPath(unsaved) });
    for (const path of loaded.foundAt.values()) covered.add(path);
    found.push(checkedOf(io, loaded, hosts));
  }
  const alone = files.filter((file) => !covered.has(file.path) && fileKindOf(file) !== null);
  const configs = alone.filter((file) => fileKindOf(file)?.isSettings === true);
  for (const { path, text } of alone.filter((file) => !configs.includes(file))) {
    const sources = new Map([[path, text]]);
    found.push(
      checkFiles(
        [{ path, text }],
        (set, known, drafts) => provenIssues(set, { ...HOSTS_TYPES, known, drafts, sources }).issues,
      ),
    );
  }
  // What is in force in the project is what is saved.
  const issues = [
    ...found.flatMap((one) => one.issues).filter(({ path }) => configs.every((file) => file.path !== path)),
    ...configs.flatMap(({ path, text }) => loadMayrosConfig(text, { path }).issues),
  ];
  const once = new Map(issues.map((issue) => [JSON.stringify(issue), issue]));
  return { issues: [...once.values()], policies: found.flatMap((one) => one.policies) };
}

function checkedOf(io: Io, loaded: LoadedPolicies, hosts: readonly string[]): Checked {
  const absolute = (path: string): string => loaded.foundAt.get(path) ?? resolve(io.cwd, path);
  const { issues: known, sources, set } = loaded;
  const notices = checkHosts(io, hosts, { sets: [set], sources, interactive: false }).flatMap(
    (host) => host.issues,
  );
  const issues = [
    ...known.map((issue) => withColumn(issue, sources)),
    ...provenIssues(set, { ...HOSTS_TYPES, known, drafts: loaded.drafts, sources }).issues,
    ...loaded.unread,
    ...notices,
  ];
  return {
    issues: issues.map((issue): Issue =>
      issue.path === undefined ? issue : { ...issue, path: absolute(issue.path) },
    ),
    policies: writtenPolicies(policiesOf(loaded.set)).map((place) => ({
      ...place,
      path: absolute(place.path),
    })),
  };
}

/** The nearest folder above a file that is a project; the user's home is none. */
async function projectOf(path: string, home: string): Promise<string | null> {
  let folder = dirname(path);
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    if (folder !== home && (await isProjectFolder(folder))) return folder;
    const above = dirname(folder);
    if (above === folder) return null;
    folder = above;
  }
  return null;
}

/** Files are known by their paths without links. */
async function byRealPath(unsaved: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const entries = [...unsaved].map(
    async ([path, text]) => [await realpath(path).catch(() => path), text] as const,
  );
  return new Map(await Promise.all(entries));
}
