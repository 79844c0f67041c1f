import type { Environment, HookFiles, HookUnderTest } from "../hook/hook-under-test.js";
import type { InstalledAgent } from "../install/installed-agent.js";
import type { Native, Profile } from "../profiles/profile.js";
import type { SessionPlace } from "../session/session-place.js";
import type { Cell } from "./cell.js";

/** What a part of the harness drives. */
export interface Bench {
  readonly agent: InstalledAgent;
  readonly profile: Profile;
  readonly hook: HookUnderTest;
  readonly natives: readonly Native[];
  /** Whether a part, or a cell of it, is wanted. */
  wants(part: string, name?: string): boolean;
}

/** A part of the harness: sessions, and the cells that come of them. */
export type Part = (bench: Bench) => Promise<readonly Cell[]>;

/**
 * Writes the policies and registers the hook.
 *
 * @throws Error when it could not be registered
 */
export async function equipHook(
  { hook, profile }: Bench,
  place: SessionPlace,
  env: Environment,
): Promise<HookFiles> {
  const files = hook.furnish(place);
  hook.writePolicies(place, "first");
  const trouble = await hook.register(profile, place, files, env);
  if (trouble !== "") throw new Error(`the hook could not be registered: ${trouble}`);
  return files;
}
