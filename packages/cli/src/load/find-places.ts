import { realpath } from "@gatehouse-hooks/runtime";
import type { Io } from "../io.js";
import type { Settings } from "../settings.js";
import type { FoundConfig } from "./find-config.js";
import { type PolicyPlace, places } from "./places.js";

/**
 * The places of a command's settings, and the notices about them.
 *
 * @throws UsageError when the home directory is not one
 */
export async function findPlaces(
  io: Io,
  settings: Settings,
  { config, named, path = "" }: FoundConfig,
): Promise<{ readonly places: readonly PolicyPlace[]; readonly notices: readonly string[] }> {
  const { enabled, projectHooksDir, userHooksDir } = config;
  const { project, policies, policyFormat, enforced } = settings;
  const off = `${named ? "" : "the project's "}Mayros hooks are off: \`enabled\` is false in ${path}`;
  return {
    places: places({
      project,
      home: io.home,
      projectIsHome: await isSameFolder(project, io.home),
      policies,
      policyFormat,
      enforced,
      projectHooks: enabled ? projectHooksDir : null,
      // A configuration that was only found in the project says nothing about the user's own hooks: a repository that
      // the user clones must not switch them off.
      userHooks: named ? (enabled ? userHooksDir : null) : "~/.mayros/hooks",
      configNamed: named,
    }),
    notices: enabled ? [] : [off],
  };
}

async function isSameFolder(a: string, b: string): Promise<boolean> {
  try {
    return (await realpath(a)) === (await realpath(b));
  } catch {
    return false;
  }
}
