import type { Tier } from "@gatehouse-hooks/engine";
import type { MayrosOptions } from "@gatehouse-hooks/hosts";
import type { FoundConfig } from "./find-config.js";

/**
 * What hooks that leave a field out take from the configuration. The user's and the organisation's hooks take nothing from the
 * project: with less time a judge fails, and a failure is only a warning where no action is gated.
 */
export function mayrosOptions(
  { config, user }: Pick<FoundConfig, "config" | "user">,
  tier: Tier | undefined,
): MayrosOptions {
  if (tier === "enforced") return {};
  return tier === "user" ? user : config;
}
