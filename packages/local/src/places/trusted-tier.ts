import type { Tier } from "@gatehouse-hooks/engine";

/** The tiers of the owner of the machine, whose policies act without being trusted. */
export function isTrustedTier(tier: Tier | undefined): boolean {
  return tier === "enforced" || tier === "user";
}
