import type { LostPolicy } from "@gatehouse-hooks/engine";
import type { Issue } from "@gatehouse-hooks/json";
import { MAYROS_DEFAULTS } from "@gatehouse-hooks/hosts";
import { MAYROS_PLACES } from "@gatehouse-hooks/hosts/agents";
import { realpath } from "@gatehouse-hooks/runtime";
import type { Io } from "@gatehouse-hooks/console";
import type { Settings } from "../settings.js";
import { findConfig, type FoundConfig } from "./find-config.js";
import { type PolicyPlace, places, projectPlaces, type ProjectPlaceOptions } from "./places.js";
import { projectFolders } from "./project-folders.js";

/** Where policies are read from, and what is wrong with what says so in projects other than the first. */
interface FoundPlaces {
  readonly places: readonly PolicyPlace[];
  readonly notices: readonly string[];
  readonly issues: readonly Issue[];
  readonly lost: readonly LostPolicy[];
  /** The configurations of these projects, by their folders. */
  readonly configs: ReadonlyMap<string, FoundConfig>;
}

/**
 * The places of a command's settings, and the notices about them.
 *
 * @throws UsageError when the home directory is not one
 */
export async function findPlaces(io: Io, settings: Settings, found: FoundConfig): Promise<FoundPlaces> {
  const { policies, policyFormat, enforced } = settings;
  const first = await projectOptions(io, settings.project, found);
  const all = places({ ...first, policies, policyFormat, enforced });
  const own = { places: all, notices: noticesOf(found), issues: [], lost: [], configs: new Map() };
  if (policies !== undefined) return own;
  const [, ...others] = await projectFolders(io, settings);
  const further = await Promise.all(others.map((folder) => placesElsewhere(io, settings, folder)));
  return {
    places: [...all, ...further.flatMap((one) => one.places)],
    notices: [...new Set([...own.notices, ...further.flatMap((one) => one.notices)])],
    issues: further.flatMap((one) => one.issues),
    lost: further.flatMap((one) => one.lost),
    configs: new Map(further.flatMap((one) => [...one.configs])),
  };
}

/** The places of another project whose policies hold, by its own configuration. */
async function placesElsewhere(io: Io, settings: Settings, project: string): Promise<FoundPlaces> {
  const found = await findConfig({ ...settings, project }, io.home);
  const own = projectPlaces(await projectOptions(io, project, found));
  return {
    places: own.map((place) => ({ ...place, elsewhere: project })),
    notices: noticesOf(found),
    // A configuration that was named, and the user's, are the same for all of them.
    issues: found.named ? [] : found.issues.filter(({ path }) => path !== found.userPath),
    lost: found.named ? [] : found.lost.filter(({ file }) => file !== found.userPath),
    configs: new Map([[project, found]]),
  };
}

async function projectOptions(
  { home }: Io,
  project: string,
  { config, user, named }: FoundConfig,
): Promise<ProjectPlaceOptions> {
  const { enabled, projectHooksDir } = config;
  const { enabled: userEnabled = true, userHooksDir = MAYROS_DEFAULTS.userHooksDir } = user;
  return {
    project,
    home,
    projectIsHome: await isSameFolder(project, home),
    projectHooks: enabled ? projectHooksDir : null,
    // A configuration that was only found in the project says nothing about the user's own hooks: a repository that
    // the user clones must not switch them off.
    userHooks: userEnabled ? userHooksDir : null,
    configNamed: named,
  };
}

function noticesOf({ config, user, named, path = "", userPath = "" }: FoundConfig): readonly string[] {
  if (config.enabled) return [];
  const { title } = MAYROS_PLACES;
  return user.enabled === false
    ? [`${title} hooks are off: \`enabled\` is false in ${named ? path : userPath}`]
    : [`the project's ${title} hooks are off: \`enabled\` is false in ${path}`];
}

async function isSameFolder(a: string, b: string): Promise<boolean> {
  try {
    return (await realpath(a)) === (await realpath(b));
  } catch {
    return false;
  }
}
