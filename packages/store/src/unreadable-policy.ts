import { ownRecord } from "@gatehouse-hooks/json";
import type { Policy, Tier } from "@gatehouse-hooks/engine";
import { ALL_GATING, deepFreeze } from "@gatehouse-hooks/engine/parts";

/** What is in the place of stored policies that cannot be read: a deny of whatever asks for them. */
export function unreadablePolicy(tier: Tier, why: string): Policy {
  return deepFreeze(
    ownRecord<Policy>({
      tier,
      enabled: true,
      priority: Number.MIN_SAFE_INTEGER,
      order: 0,
      id: "load-error:",
      events: [ALL_GATING],
      description: "replaces what could not be loaded",
      handler: ownRecord({
        kind: "static",
        verdict: "deny",
        reason: `the stored policies cannot be used: ${why}`,
      }),
    }),
  );
}
