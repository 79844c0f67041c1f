import { HOSTS, MAYROS_DEFAULTS } from "@gatehouse-hooks/hosts";
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { FoundConfig } from "../places/find-config.js";
import { ENFORCED_FOLDER, expandHome } from "../places/places.js";
import { storeFolder } from "../store/store-place.js";
import type { Context } from "../settings.js";

/** What policies, configuration, trust and git are called in a project. */
const IN_PROJECT = [...HOSTS.flatMap(({ files }) => files?.guarded?.project ?? []), ".git"];
/** The names of the user's places; the list of trusted files is in one of them. */
const IN_HOME = HOSTS.flatMap(({ files }) => files?.guarded?.home ?? []);

/**
 * The paths that no command in a sandbox may change or create: whatever the next decision is read from. Those outside of the
 * command's directory are read-only there anyway.
 *
 * @param cwd where the command runs
 */
export function protectedPlaces(
  { io, settings }: Context,
  found: FoundConfig,
  cwd: string,
): readonly string[] {
  const { project } = settings;
  const { projectHooksDir } = found.config;
  const { userHooksDir = MAYROS_DEFAULTS.userHooksDir } = found.user;
  return [
    ...[cwd, project, ...between(cwd, project)].flatMap((base) => IN_PROJECT.map((name) => join(base, name))),
    ...IN_HOME.map((name) => join(io.home, name)),
    expandHome(projectHooksDir, io.home, project),
    expandHome(userHooksDir, io.home, io.home),
    ...(settings.policies ?? []),
    ...settings.enforced,
    ...[settings.config, found.path, found.userPath],
    // We write these ourselves: nothing may replace them.
    ...[settings.audit, settings.cache, storeFolderOf(io, settings)].filter((path) => existsSync(path ?? "")),
    ENFORCED_FOLDER,
  ].filter((path) => path !== undefined);
}

function storeFolderOf(io: Context["io"], { store }: Context["settings"]): string | undefined {
  return store === "off" ? undefined : (store ?? storeFolder(io) ?? undefined);
}

/** The folders between two, without them: git looks for a repository there. */
function between(cwd: string, project: string): readonly string[] {
  const way = relative(cwd, project);
  if (way === "" || way.startsWith("..")) return [];
  const folders: string[] = [];
  for (
    let folder = dirname(project);
    folder !== cwd && folder.startsWith(cwd + sep);
    folder = dirname(folder)
  ) {
    folders.push(folder);
  }
  return folders;
}
